// npm run faults [-- --faults 200] [--writes 50000]: kills portal, database server and sessions amid more work than npm
// test does, and counts what was acknowledged, lost and doubled.
import { parseArgs } from 'node:util'
import { endWithChildren, runNode, tool } from './children.mjs'

const text = { type: 'string' }
const { values } = parseArgs({
  options: { faults: { ...text, default: '200' }, writes: { ...text, default: '50000' } },
})
endWithChildren()
// An order and its verification are two.
const payments = Math.max(6, Math.ceil(Number(values.writes) / Number(values.faults) / 2))
process.exitCode = await runNode([tool.vitest, 'run', '--project', 'http', 'api/test/system/faults.test.ts'], {
  env: { ...process.env, FAULTS: values.faults, FAULT_PAYMENTS: String(payments) },
  ownGroup: true,
})
