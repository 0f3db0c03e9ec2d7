import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeMigrating, bringUpToDate } from '../platform/data/index.ts'
import { claimDataDir, noteMoved, systemClock } from '../platform/runtime/index.ts'
import { rebuildMonths } from '../wallet/wallet.ts'
import { type Command, noWords, oneWord, UsageError } from './command.ts'
import { withDatabase, withOpenPortal } from './database.ts'

export const movedCommand: Command = {
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

export const migrateCommand: Command = {
  summary: 'bring the database up to date as its owner, for a portal that has only a role of its own',
  usage: 'migrate',
  help: [
    'Makes the migrations that are new, and grants the role of DATABASE_URL what the portal needs. Both are done with',
    'DATABASE_OWNER_URL; every start of the portal does the same where it is set. A database with data is backed up',
    'before, into BACKUP_DIR or else before-migrating in DATA_DIR, unless BACKUP_BEFORE_MIGRATING is off.',
  ],
  async run({ config, words, say }) {
    noWords(words, 'migrate')
    const remarks = await withDatabase(config, { make: true }, (database, signal) =>
      bringUpToDate(database, say, beforeMigrating(config, signal)),
    )
    say('The database is up to date')
    for (const remark of remarks) say(remark)
    return 0
  },
}

export const rebuildCommand: Command = {
  summary: 'compute again what is kept beside the ledger',
  usage: 'rebuild',
  help: [
    'Computes anew what wallets held when each month began, which reports of earlier months read and verify proves. A job',
    'does the same once for each month; the portal may run meanwhile.',
  ],
  async run({ config, words, say }) {
    noWords(words, 'rebuild')
    const done = await withDatabase(config, {}, async (database) => {
      await bringUpToDate(database, undefined, beforeMigrating(config))
      return withOpenPortal(config, database.portal, rebuildMonths)
    })
    say(`Computed the balances of ${done}`)
    return 0
  },
}
