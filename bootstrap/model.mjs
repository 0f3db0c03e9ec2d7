// npm run model [-- --runs 5000] [--seed N [--path P]]: the model test of docs/money.md with more runs than npm test.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endWithChildren, runNode, tool } from './children.mjs'

const text = { type: 'string' }
const { values } = parseArgs({ options: { runs: { ...text, default: '5000' }, seed: text, path: text } })
endWithChildren()
process.exitCode = await runNode([tool.vitest, 'run', '--project', 'http', 'api/test/model/model.test.ts'], {
  env: {
    ...process.env,
    MODEL_RUNS: values.runs,
    MODEL_SEED: values.seed ?? String(randomInt(2 ** 31)),
    ...(values.path ? { MODEL_PATH: values.path } : {}),
  },
  ownGroup: true,
})
