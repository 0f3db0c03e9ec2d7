import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { loginBody } from '@academy/contract/staff/auth.ts'
import { passwordBody, userFields } from '@academy/contract/staff/users.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { createAdministrator, demoPasswords } from '../../seed/20-staff.ts'
import { seedAcademy } from '../../seed/academy.ts'
import { fetchOffsite, listOffsite } from '../jobs/offsite.ts'
import { backUp, beforeMigrating, bringUpToDate, restore } from '../platform/data/index.ts'
import {
  claimDataDir,
  locationOf,
  noteMoved,
  randomPassword,
  serverOf,
  systemClock,
  weaknessOf,
} from '../platform/runtime/index.ts'
import { refuseSettings } from '../seed.ts'
import { createAdmin, removeSecondFactor, setPassword } from '../staff/sign-in/rescue.ts'
import { rebuildMonths } from '../wallet/wallet.ts'
import { type Command, type Given, oneWord, UsageError } from './command.ts'
import { readingUrl, withDatabase, withOpenPortal, withPortal } from './database.ts'
import { interruptible } from './interruption.ts'
import { missingKeys } from './missing-keys.ts'
import { verifyCommand } from './verify-command.ts'

function valid<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'Invalid')
  return parsed.data
}

function chosenPassword({ options }: Given): string | undefined {
  const chosen = options.password ?? process.env.NEW_PASSWORD
  return chosen === undefined ? undefined : valid(passwordBody.shape.password, chosen)
}

/** The password to set, and the line that reports it; a chosen password is not repeated. */
function passwordFor(given: Given): { password: string; shown: string } {
  const chosen = chosenPassword(given)
  if (chosen !== undefined) return { password: chosen, shown: 'the password you gave' }
  const password = randomPassword()
  return { password, shown: `the password ${password} (shown only this once)` }
}

const passwordHelp = [
  'Options',
  '  --password TEXT   the password; others on this machine may see it while the command runs.',
  '                    NEW_PASSWORD in the environment does the same unseen. Without either one is made and shown.',
]

const createAdminCommand: Command = {
  summary: 'add a user who can do everything',
  usage: 'create-admin USERNAME [--password TEXT]',
  help: [
    'Adds a user in a group that holds every permission, for the day nobody can sign in any more.',
    '',
    ...passwordHelp,
  ],
  async run(given) {
    const username = valid(userFields.username.schema, oneWord(given, 'the username'))
    const { password, shown } = passwordFor(given)
    const role = await withDatabase(given.config, { make: true }, (database) =>
      withPortal(given.config, database, (tx) => createAdmin(tx, username, password)),
    )
    given.say(`Created user ${username} in the group ${role}. Sign in with ${shown}`)
    return 0
  },
}

const resetPasswordCommand: Command = {
  summary: 'give a user a new password',
  usage: 'reset-password USERNAME [--password TEXT] [--enable]',
  help: [
    'Sets a new password. The user is signed out everywhere, and earlier wrong passwords are forgotten.',
    '',
    ...passwordHelp,
    '  --enable          enables the user as well',
  ],
  async run(given) {
    const username = valid(loginBody.shape.username, oneWord(given, 'the username'))
    const { password, shown } = passwordFor(given)
    const user = await withDatabase(given.config, {}, (database) =>
      withPortal(given.config, database, (tx) => setPassword(tx, username, password, given.options.enable ?? false)),
    )
    given.say(`${user.username} can sign in with ${shown}`)
    if (user.isDisable) given.say(`${user.username} is disabled, though. Say --enable to change that.`)
    return 0
  },
}

const resetSecondFactorCommand: Command = {
  summary: 'remove the second factors of a user who lost them',
  usage: 'reset-second-factor USERNAME',
  help: [
    'Removes the passkeys, authenticator apps and recovery codes of a user, who is signed out everywhere and signs in',
    'with the password alone until a second factor is added again.',
  ],
  async run(given) {
    const username = valid(loginBody.shape.username, oneWord(given, 'the username'))
    const name = await withDatabase(given.config, {}, (database) =>
      withPortal(given.config, database, (tx) => removeSecondFactor(tx, username)),
    )
    given.say(`${name} signs in without a second factor`)
    return 0
  },
}

const seedDemoCommand: Command = {
  summary: 'fill an empty portal with the demo academy',
  usage: 'seed-demo [--password TEXT]',
  help: [
    'Makes the demo academy: about 300 people, 4 centres, 12 courses and two terms of classes. Only where there are',
    'no members, courses or coaches yet. Its users clerk, coach and owner, and the administrator if there is none',
    'yet, get the password that was given, else those of DEMO_PASSWORD and ADMIN_PASSWORD, else each one of their own.',
    '',
    ...passwordHelp,
  ],
  async run(given) {
    const { config, say } = given
    if (given.words.length > 0) throw new UsageError('seed-demo takes no words.')
    const { username } = config.admin
    const chosen = chosenPassword(given)
    const passwords = demoPasswords(chosen ?? config.demoPassword)
    const names = [...Object.keys(passwords), username]
    const weakness = chosen && weaknessOf(chosen, { names }, config.company.name)
    if (weakness) throw new Error(weakness)
    refuseSettings(config)
    const own = chosen ?? config.admin.password ?? randomPassword()
    const hasStaff = await withDatabase(config, { make: true }, (database) =>
      withPortal(config, database, async (tx) => {
        const [there] = await tx.query<{ people: boolean; demo: boolean; staff: boolean }>(
          sql`select exists (select 1 from member) or exists (select 1 from course) or exists (select 1 from coach) as people,
            exists (select 1 from staff_user where lower(username) in ('clerk', 'coach', 'owner')) as demo,
            exists (select 1 from staff_user) as staff`,
        )
        if (there?.people)
          throw new Error('There are members, courses or coaches already. The demo needs an empty portal.')
        if (there?.demo) throw new Error('There is a user clerk, coach or owner already. The demo brings its own.')
        if (!there?.staff) await createAdministrator(tx, username, own)
        await seedAcademy(tx, passwords, say)
        return there?.staff ?? false
      }),
    )
    const settingOf = (name: string) =>
      name === username ? config.admin.password && 'ADMIN_PASSWORD' : config.demoPassword && 'DEMO_PASSWORD'
    const words = (name: string, password: string) => {
      if (chosen) return 'the password you gave'
      const setting = settingOf(name)
      return setting ? `the password in ${setting}` : `${password} (shown only this once)`
    }
    say('The demo academy is there. Sign in as')
    for (const [name, password] of Object.entries(hasStaff ? passwords : { ...passwords, [username]: own }))
      say(`  ${name} with ${words(name, password)}`)
    return 0
  },
}

/** The directory the user ran the command in; npm changes to the portal's own folder. */
const pathOf = (word: string) => resolve(process.env.INIT_CWD ?? process.cwd(), word)

const backupCommand: Command = {
  summary: 'write database and pictures into a folder, also while the portal runs',
  usage: 'backup [FOLDER] [--standby]',
  help: [
    'Copies every table as of one moment, and the pictures, into a new folder; without a name into',
    'academy-backup-<date>-<time>. The portal may run meanwhile. The folder can be restored on any machine, from the',
    'embedded database to a server and back, and by a newer portal too. It holds personal data: keep it safe, or set',
    'BACKUP_RECIPIENT to the public key of age that every file of it is encrypted to.',
    '',
    'Options',
    '  --standby         reads the standby of DATABASE_REPLICA_URL, once it has everything that is committed now',
  ],
  async run(given) {
    const { config, words, say } = given
    if (words.length > 1) throw new UsageError('Say one folder.')
    const at = systemClock.now().toISOString()
    const folder = pathOf(words[0] ?? `academy-backup-${at.slice(0, 19).replaceAll(':', '').replace('T', '-')}`)
    const manifest = await withDatabase(config, {}, async (database, signal) =>
      backUp(
        {
          databaseUrl: await readingUrl(given, database),
          files: config.filesDir,
          recipient: config.backups.recipient,
        },
        folder,
        at,
        signal,
      ),
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Backed up ${manifest.tables.length} tables, ${rows} rows and ${manifest.files} files to ${folder}`)
    const server = serverOf(config)
    const from = server ? locationOf(server) : `the embedded database in ${config.dataDir}`
    say(`It is of ${from}, where something was last done at ${manifest.lastRecordAt ?? 'no time'}`)
    return 0
  },
}

const restoreCommand: Command = {
  summary: 'fill an empty portal from a back-up',
  usage: 'restore FOLDER [--identity FILE]',
  help: [
    'Fills a new DATA_DIR, or the empty database of DATABASE_URL, from a folder that backup wrote. The portal must not',
    'run. A back-up of an older portal is brought up to date. What fails or is interrupted leaves nothing behind; after',
    'a power cut say the same again.',
    '',
    'Options',
    '  --identity FILE   the file of age-keygen with the private key to an encrypted back-up',
  ],
  async run(given) {
    const { config, say, options } = given
    const folder = pathOf(oneWord(given, 'the folder of the back-up'))
    const identity = options.identity && (await identityIn(pathOf(options.identity)))
    const manifest = await withDatabase(config, { make: true, alone: true, restoring: true }, (database, signal) =>
      restore({ database, files: config.filesDir }, folder, { identity, signal }),
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Restored ${manifest.tables.length} tables, ${rows} rows and ${manifest.files} files of ${manifest.at}`)
    const server = serverOf(config)
    if (server) {
      const location = locationOf(server)
      noteMoved(config.dataDir, location, systemClock.now().toISOString())
      say(`If this is the academy's new home, tell its old DATA_DIR: npm run portal -- moved-to ${location}`)
    }
    for (const line of missingKeys(config, manifest)) say(line)
    say('Check it: npm run portal -- verify')
    return 0
  },
}

const identityIn = (file: string) =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`The identity file cannot be read: ${error.message}`)
  })

const fetchCommand: Command = {
  summary: 'bring a back-up from the bucket of S3_BUCKET onto this machine',
  usage: 'fetch-backup [NAME]',
  help: [
    'Lists the back-ups in the bucket, or brings the one named into BACKUP_DIR, from where restore takes it. Needs no',
    'database: the settings S3_... and BACKUP_DIR are enough.',
  ],
  async run({ config, words, say }) {
    if (words.length > 1) throw new UsageError('Say one back-up.')
    const { folder, offsite } = config.backups
    if (!folder || !offsite) throw new Error('S3_BUCKET says from where, BACKUP_DIR where to. Set both.')
    const [name] = words
    if (!name) {
      const copies = await listOffsite(offsite)
      for (const { name, files, bytes, isEncrypted } of copies)
        say(`${name}   ${files} files, ${bytes.toLocaleString('en')} bytes${isEncrypted ? ', encrypted' : ''}`)
      if (copies.length === 0) say(`There is no back-up in ${offsite.bucket}`)
      return 0
    }
    const place = join(folder, name)
    if (existsSync(place)) throw new Error(`${place} is there already.`)
    const found = await interruptible(({ signal, orLeave }) => orLeave(fetchOffsite(offsite, name, place, signal)))
    say(`Brought ${found.files} files, ${found.bytes.toLocaleString('en')} bytes to ${place}`)
    const more = found.isEncrypted ? ' --identity FILE, with the private key to it' : ''
    say(`Restore it: npm run portal -- restore ${place}${more}`)
    return 0
  },
}

const movedCommand: Command = {
  summary: 'keep this DATA_DIR from being taken for the academy after it moved',
  usage: 'moved-to PLACE',
  help: [
    'Writes into DATA_DIR that its data moved to PLACE, for example db.example.com/academy. Portal and commands refuse to',
    'use the embedded database of this folder from then on, so that no back-up is made of a past state. A portal that',
    'runs with DATABASE_URL does the same to its own DATA_DIR.',
  ],
  async run(given) {
    const { config, say } = given
    const location = oneWord(given, 'where the data are now')
    if (config.databaseUrl) throw new UsageError('Leave DATABASE_URL out: this is about the embedded database.')
    if (!existsSync(join(config.dataDir, 'postgres')))
      throw new Error(`There is no embedded database in DATA_DIR ${config.dataDir}.`)
    const held = await claimDataDir(config.dataDir)
    noteMoved(config.dataDir, location, systemClock.now().toISOString())
    await held.release()
    say(`DATA_DIR ${config.dataDir} knows that its data moved to ${location}`)
    return 0
  },
}

const migrateCommand: Command = {
  summary: 'bring the database up to date as its owner, for a portal that has only a role of its own',
  usage: 'migrate',
  help: [
    'Makes the migrations that are new, and grants the role of DATABASE_URL what the portal needs. Both are done with',
    'DATABASE_OWNER_URL; every start of the portal does the same where it is set. A database with data is backed up',
    'before, into BACKUP_DIR or else before-migrating in DATA_DIR, unless BACKUP_BEFORE_MIGRATING is off.',
  ],
  async run({ config, words, say }) {
    if (words.length > 0) throw new UsageError('migrate takes no words.')
    const remarks = await withDatabase(config, { make: true }, (database, signal) =>
      bringUpToDate(database, say, beforeMigrating(config, signal)),
    )
    say('The database is up to date')
    for (const remark of remarks) say(remark)
    return 0
  },
}

const rebuildCommand: Command = {
  summary: 'compute again what is kept beside the ledger',
  usage: 'rebuild',
  help: [
    'Computes anew what wallets held when each month began, which reports of earlier months read and verify proves. A job',
    'does the same once for each month; the portal may run meanwhile.',
  ],
  async run({ config, words, say }) {
    if (words.length > 0) throw new UsageError('rebuild takes no words.')
    const done = await withDatabase(config, {}, async (database) => {
      await bringUpToDate(database, undefined, beforeMigrating(config))
      return withOpenPortal(config, database.portal, rebuildMonths)
    })
    say(`Computed the balances of ${done}`)
    return 0
  },
}

export const commands: Readonly<Record<string, Command>> = {
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  'reset-second-factor': resetSecondFactorCommand,
  'seed-demo': seedDemoCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'fetch-backup': fetchCommand,
  'moved-to': movedCommand,
  migrate: migrateCommand,
  rebuild: rebuildCommand,
  verify: verifyCommand,
}
