// npm run storm [-- --requests 50000] [--seed N] [--without-lock]: two portals on one database, every request sent twice
// to either. With --without-lock a copy of the tree in which wallets are not locked, which the storm must find.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endWithChildren, root, runNode, tool } from './children.mjs'
import { withoutLock } from './seeded/bugs.mjs'
import { copyTree } from './seeded/copy.mjs'

const text = { type: 'string' }
const { values } = parseArgs({
  options: { requests: text, seed: text, 'without-lock': { type: 'boolean', default: false } },
})
const isUnlocked = values['without-lock']
const seed = values.seed ?? String(randomInt(2 ** 31))
const requests = values.requests ?? (isUnlocked ? '2000' : '50000')
endWithChildren()

const storm = (home) =>
  runNode([tool.vitest, 'run', '--root', home, '--project', 'http', 'api/test/storm/storm.test.ts'], {
    cwd: home,
    env: { ...process.env, STORM_REQUESTS: requests, STORM_SEED: seed },
    ownGroup: true,
  })

if (isUnlocked) {
  const copy = copyTree()
  process.on('exit', () => copy.remove())
  copy.seed(withoutLock)
  const isFound = (await storm(copy.home)) !== 0
  console.log(
    isFound ? 'Without the lock the storm fails, as it must.' : 'NOT FOUND: the storm passed without the lock.',
  )
  process.exitCode = isFound ? 0 : 1
} else process.exitCode = await storm(root)
