import { existsSync } from 'node:fs'
import { readAnchors } from '../books/anchors.ts'
import { storeProof } from '../books/books.ts'
import { verifyPictures } from '../books/pictures.ts'
import { type Finding, verify } from '../books/verify.ts'
import { connect, openDatabase, readAuditKey, roleRemark } from '../platform/data/index.ts'
import { localStore } from '../platform/files/index.ts'
import { type Config, locationOf, systemClock } from '../platform/runtime/index.ts'
import { type Command, noWords } from './command.ts'
import { onPresentSchema, readingUrl, withDatabase } from './database.ts'

export const verifyCommand: Command = {
  summary: 'check the books and the audit trail: what was changed past the portal shows',
  usage: 'verify [--standby]',
  help: [
    'Recomputes from zero and compares with what is kept: every wallet and its running balances, when it expires, every',
    'payment and its ledger entries, the numbers of receipts, orders, credit adjustments and cash closes (none twice, none',
    'left out), adjustments, what attendance debited, cash closes and their payments. Compares every ledger entry, user,',
    'group, right and session with what the audit trail recorded of it, and follows the trail from',
    'record to record: each carries the hash of the one before it. Looks whether the pictures that documents name are in',
    'FILES_DIR, with their thumbnails, and end as pictures do. Prints what it checked, with counts, and of each check',
    'the first row that is wrong. The portal may run, and needs little memory for it. The exit code is 1 when something',
    'is wrong.',
    '',
    'The books stay as they are. When it was done and what was found is kept beside them; the dashboard shows it.',
    '',
    'Each audit record also bears the mark of a key outside the database (AUDIT_KEY_FILE), and the end of the trail is',
    'noted each night (ANCHOR_FILE, ANCHOR_MAIL): a trail that was rewritten or cut short fits neither.',
    '',
    'Options',
    '  --standby         reads the standby of DATABASE_REPLICA_URL, once it has everything that is committed now',
  ],
  async run(given) {
    const { config, words, say } = given
    noWords(words, 'verify')
    return withDatabase(config, {}, async (database) => {
      const { owner, portal } = database
      if (!given.options.standby) await refuseRecovering(owner)
      const startedAt = systemClock.now().toISOString()
      const { findings, pictures } = await look(await readingUrl(given, database), config)
      const all = [...findings, ...pictures]
      for (const finding of all) say(lineOf(finding))
      const faults = all.filter(({ fault }) => fault).length
      say(faults === 0 ? 'Everything holds.' : `${faults} of ${all.length} checks found a fault.`)
      if (pictures.length === 0) say(`The pictures were not looked at: there is no folder ${config.filesDir} here.`)
      const remark = await roleRemark(portal)
      if (remark) say(remark)
      // The findings count even where they cannot be stored. A lost picture is no fault of the books, which the dashboard shows.
      await onPresentSchema(config, owner, (tx) => storeProof(tx, startedAt, findings)).catch((error: unknown) =>
        say(`This could not be kept: ${error instanceof Error ? error.message : error}`),
      )
      return faults === 0 ? 0 : 1
    })
  },
}

/** What a server that is still recovering shows is an earlier state, and what comes after it may be broken. */
async function refuseRecovering(owner: string): Promise<void> {
  const client = await connect(owner)
  try {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    if (rows[0]?.recovering)
      throw new Error(
        `${locationOf(owner)} is still recovering, or is a standby. Wait until it takes changes; a standby is read with --standby`,
      )
  } finally {
    await client.end()
  }
}

/** What is found in the books, and of the pictures where their folder is on this machine. */
async function look(owner: string, { auditKeyFile, anchors, filesDir }: Config) {
  // As the owner, who may read what an older version left as well.
  const database = openDatabase(owner, { connections: 1 })
  try {
    const evidence = { key: await readAuditKey(auditKeyFile), anchors: await readAnchors(anchors.file) }
    const findings = await verify(database, evidence)
    const pictures = existsSync(filesDir) ? [await verifyPictures(database, localStore(filesDir))] : []
    return { findings, pictures }
  } finally {
    await database.close()
  }
}

const lineOf = ({ name, count, fault, note }: Finding): string =>
  fault
    ? `FAULT  ${name}: ${fault.row}: ${fault.problem}`
    : `ok     ${name} (${count} checked${note ? `; ${note}` : ''})`
