// npm run leak [-- --exports 2000]: every kind of file made so many times, more often than npm test has it, and what the
// portal's memory holds afterwards.
import { parseArgs } from 'node:util'
import { endWithChildren, runNode, tool } from './children.mjs'

const { values } = parseArgs({ options: { exports: { type: 'string', default: '2000' } } })
endWithChildren()
process.exitCode = await runNode([tool.vitest, 'run', '--project', 'http', 'api/test/system/leak.test.ts'], {
  env: { ...process.env, LEAK_EXPORTS: values.exports },
  ownGroup: true,
})
