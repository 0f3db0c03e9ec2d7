import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fetchOffsite, listOffsite } from '../jobs/offsite.ts'
import { backUp, type Manifest, restore } from '../platform/data/index.ts'
import { locationOf, noteMoved, serverOf, systemClock } from '../platform/runtime/index.ts'
import { type Command, oneWord, UsageError } from './command.ts'
import { readingUrl, withDatabase } from './database.ts'
import { interruptible } from './interruption.ts'
import { missingKeys } from './missing-keys.ts'

/** The directory the user ran the command in; npm changes to the portal's own folder. */
const pathOf = (word: string) => resolve(process.env.INIT_CWD ?? process.cwd(), word)

const contentOf = ({ tables, files }: Manifest) =>
  `${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${files} files`

export const backupCommand: Command = {
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
    say(`Backed up ${contentOf(manifest)} to ${folder}`)
    const server = serverOf(config)
    const from = server ? locationOf(server) : `the embedded database in ${config.dataDir}`
    say(`It is of ${from}, where something was last done at ${manifest.lastRecordAt ?? 'no time'}`)
    return 0
  },
}

export const restoreCommand: Command = {
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
    say(`Restored ${contentOf(manifest)} of ${manifest.at}`)
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

export const fetchCommand: Command = {
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
