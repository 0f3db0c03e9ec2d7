// npm run leak [-- --exports 2000]: exports every kind of file more often than npm test does, and compares the portal's
// memory before and after.
import { parseArgs } from 'node:util'
import { endWithChildren, runNode, tool } from './children.mjs'

const { values } = parseArgs({ options: { exports: { type: 'string', default: '2000' } } })
endWithChildren()
process.exitCode = await runNode([tool.vitest, 'run', '--project', 'http', 'api/test/system/process/leak.test.ts'], {
  env: { ...process.env, LEAK_EXPORTS: values.exports },
  ownGroup: true,
})
