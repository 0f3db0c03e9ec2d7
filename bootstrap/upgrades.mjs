// npm run upgrades [-- --from COMMIT]: the HTTP tests of the last released version on the migrations and privileges of this
// one, as its portals work during a roll and after a rollback. With --mark it adds this version to api/migrations/releases.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endWithChildren, root, runNode } from './children.mjs'

const folder = 'api/migrations'
/** What a portal of the version finds changed; a folder that it does not have is left out. */
const laidOver = [folder, 'api/src/platform/data/privileges.ts']
/** Its tests that its own migrations made the database, and that it has words for each key: of a newer one it says 'Still in use by other entries'. */
const aboutSchema = [
  'api/test/system/schema.test.ts',
  'api/test/system/foreign-keys.test.ts',
  'api/test/system/database/foreign-keys.test.ts',
  'api/test/security/database-role.test.ts',
]

const { values } = parseArgs({
  options: { from: { type: 'string' }, mark: { type: 'boolean' }, oldest: { type: 'string' } },
})
endWithChildren()
if (values.mark) mark()
else process.exitCode = await rehearse(values.from ?? lastRelease())

/** The newest commit before this one that raised the version. */
function lastRelease() {
  const commits = git(['log', '--format=%H', '-G^  "version":', '--', 'package.json']).split('\n').filter(Boolean)
  const found = commits.find((commit) => commit !== git(['rev-parse', 'HEAD']))
  if (found) return found
  throw new Error(
    'There is no earlier commit here that raised the version; name one: npm run upgrades -- --from COMMIT',
  )
}

async function rehearse(commit) {
  const home = mkdtempSync(path.join(tmpdir(), 'academy-upgrades-'))
  process.on('exit', () => rmSync(home, { recursive: true, force: true }))
  const archive = path.join(home, 'sources.tar')
  const place = path.join(home, 'portal')
  git(['archive', '--format=tar', '--prefix=portal/', '-o', archive, commit])
  run('tar', ['-xf', archive, '-C', home])
  const { version } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'))
  console.log(`The tests of ${version} (${commit.slice(0, 8)}) on the migrations of this version, in ${place}`)
  run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: place })
  for (const each of laidOver) {
    if (existsSync(path.join(place, each))) cpSync(path.join(root, each), path.join(place, each), { recursive: true })
  }
  // The option --exclude does not reach the files of a project.
  for (const file of aboutSchema) rmSync(path.join(place, file), { force: true })
  return runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'http'], { cwd: place, ownGroup: true })
}

/** The version that runs while this one is rolled out is the last; with --oldest another one, this one where none may. */
function mark() {
  const file = path.join(root, folder, 'releases.json')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const releases = JSON.parse(readFileSync(file, 'utf8'))
  if (releases.some((release) => release.version === version)) throw new Error(`${version} is released already`)
  const released = releases.flatMap(({ migrations }) => Object.keys(migrations))
  const fresh = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.sql') && !released.includes(name))
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(path.join(root, folder, name)))
      .digest('hex')
  releases.push({
    version,
    oldest: values.oldest ?? releases.at(-1)?.version ?? version,
    migrations: Object.fromEntries(fresh.toSorted().map((name) => [name, sum(name)])),
  })
  writeFileSync(file, `${JSON.stringify(releases, null, 2)}\n`)
  console.log(`${version} is in ${folder}/releases.json`)
}

function git(args) {
  return run('git', args, { cwd: root }).trim()
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout
}
