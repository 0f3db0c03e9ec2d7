import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrlOf } from '../support/books/books.ts'
import { childEnvironment, type PortalProcess, portalProcess } from '../support/platform/process.ts'
import type { Acknowledged } from './actions.ts'
import { storm } from './storm.ts'
import { type Ground, stormGround } from './world.ts'

/** STORM_REQUESTS and STORM_SEED; `npm run storm` draws a seed. */
const requests = Number(process.env.STORM_REQUESTS ?? 1000)
const seed = Number(process.env.STORM_SEED ?? 1)

let ground: Ground
let databaseUrl: string
const portals: PortalProcess[] = []
beforeAll(async () => {
  ground = await stormGround(requests > 10_000 ? 6 : 2)
  databaseUrl = await databaseUrlOf(ground.portal)
  for (let n = 0; n < 2; n++) {
    const portal = await portalProcess({
      DATABASE_URL: databaseUrl,
      AUDIT_KEY_FILE: auditKeyFile(),
      LOG_LEVEL: 'error',
    })
    portals.push(portal)
    await portal.start()
  }
})
afterAll(async () => {
  for (const portal of portals) await portal.remove()
  await ground?.portal.close()
})

/** Portals on one database mark the audit trail with one key. */
const auditKeyFile = () => ground.portal.portal.config.auditKeyFile

/** `npm run portal -- verify` in a process of its own. */
async function proof(): Promise<{ code: unknown; said: string }> {
  const script = fileURLToPath(new URL('../../../bootstrap/portal.mjs', import.meta.url))
  const env = { ...childEnvironment, DATABASE_URL: databaseUrl, DATA_DIR: ground.portal.portal.config.dataDir }
  const child = spawn(process.execPath, [script, 'verify'], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

/** The stored documents, in the shape of the acknowledged ones. */
async function stored() {
  const { rows } = await sql<{ found: object }>`select json_build_object(
    'orders', (select count(*) from payment),
    'verified', (select count(*) from payment where is_pay),
    'rejected', (select count(*) from payment where is_rejected),
    'cancelled', (select count(*) from payment where is_cancelled),
    'adjustments', (select count(*) from credit_adjustment),
    'approved', (select count(*) from credit_adjustment where status = 'Approved'),
    'marks', (select count(*) from attendance),
    'cleared', (select count(*) from wallet_entry where kind = 'expired'),
    'edited', (select count(*) from wallet_entry where kind = 'manual-edit'),
    'credits', (select sum(credit) from wallet_entry where kind in ('purchase', 'purchase-cancelled')),
    'balances', (select sum(balance) from wallet),
    'issued', (select json_object_agg(type, running_no) from document_format)) as found`.execute(ground.portal.handle)
  return rows[0]?.found
}

const counts = ({
  orders,
  verified,
  rejected,
  cancelled,
  adjustments,
  approved,
  marks,
  cleared,
  edited,
}: Acknowledged) => ({
  orders: orders.length,
  verified: verified.size,
  rejected: rejected.size,
  cancelled: cancelled.size,
  adjustments: adjustments.length,
  approved: approved.size,
  marks: marks.size,
  cleared,
  edited,
  issued: {
    Order: orders.length,
    'Official Receipt': verified.size,
    'Credit Adjustment': adjustments.length,
  },
})

test(
  `two portals on one database, ${requests} requests, each sent twice to either: nothing is done twice and nothing lost (seed ${seed})`,
  async () => {
    const began = performance.now()
    const { sent, acknowledged, faults, statuses } = await storm(ground, portals, { requests, seed })
    const seconds = (performance.now() - began) / 1000
    console.log(
      `The storm: STORM_SEED=${seed}, ${sent} requests in ${seconds.toFixed(1)} s, answers ${JSON.stringify(statuses)}`,
    )
    if (faults.length > 0) console.log(`${faults.length} faults`)
    expect(faults.slice(0, 20)).toEqual([])
    expect(await stored()).toMatchObject(counts(acknowledged))
    expect(await proof()).toMatchObject({ code: 0 })
    for (const portal of portals) expect(await portal.stop()).toBe(0)
  },
  120_000 + requests * 60,
)
