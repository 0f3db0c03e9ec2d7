// npm run pooler [-- --size 10] [file ...]: the HTTP tests, or those in the named files, with every portal behind PgBouncer, which
// lends so few connections of the server to a database by the transaction. Needs pgbouncer on the PATH.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { endWithChildren } from './children.mjs'
import { conclude, runStep, testsIn } from './steps/steps.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '10' } },
})
const { error, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
if (error) {
  console.error(`npm run pooler needs PgBouncer: ${error.message}`)
  process.exit(1)
}
console.log(stdout.split('\n')[0])
endWithChildren()
process.env.TEST_POOLER = values.size
conclude([await runStep(testsIn('HTTP tests behind PgBouncer', ['--project', 'http', ...positionals]))])
