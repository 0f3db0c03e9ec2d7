// npm run release [-- --to FOLDER]: one archive of what a portal runs on, built, and the list of its parts.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildPortal } from './build/build.mjs'
import { endWithChildren, root } from './children.mjs'

const workspaces = ['contract', 'api', 'web']
const whole = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  '.npmrc',
  'docs',
  'deploy',
  'contract',
  'api',
  'web/dist',
  'web/package.json',
]
const bootstrap = ['run', 'start', 'portal', 'serve', 'build/build', 'build/built', 'children'].map(
  (each) => `bootstrap/${each}.mjs`,
)
/** Tests and what stands on them, and what makes an image from the sources. */
const absent = ['api/test', 'deploy/Dockerfile', 'deploy/compose.yaml']

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const write = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

const { values } = parseArgs({ options: { to: { type: 'string', default: path.join(root, 'dist') } } })
endWithChildren()
if (!(await buildPortal())) process.exit(1)
const described = read(path.join(root, 'package.json'))
const { version } = described
const name = `academy-${version}`
const draft = mkdtempSync(path.join(tmpdir(), 'academy-release-'))
process.on('exit', () => rmSync(draft, { recursive: true, force: true }))
const place = path.join(draft, name)
mkdirSync(place)

for (const file of [...whole, ...bootstrap]) {
  cpSync(path.join(root, file), path.join(place, file), { recursive: true, filter: isShipped })
}
const { start, portal } = described.scripts
write(path.join(place, 'package.json'), { ...described, scripts: { start, portal }, devDependencies: undefined })
// npm lists the parts of a workspace only where it has a version, and would leave out what development needs as well.
const lock = read(path.join(root, 'package-lock.json'))
for (const workspace of workspaces) {
  const file = path.join(place, workspace, 'package.json')
  write(file, { ...read(file), version, devDependencies: undefined })
  lock.packages[workspace].version = version
}
for (const where of ['', ...workspaces]) delete lock.packages[where].devDependencies
for (const [where, { dev, devOptional, ...entry }] of Object.entries(lock.packages)) {
  if (dev) delete lock.packages[where]
  else if (devOptional) lock.packages[where] = { ...entry, optional: true }
}
write(path.join(place, 'package-lock.json'), lock)

const parts = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: place }))
write(path.join(place, 'sbom.cdx.json'), parts)
writeFileSync(path.join(place, 'THIRD-PARTY.txt'), licencesOf(parts))

mkdirSync(values.to, { recursive: true })
const archive = path.join(values.to, `${name}.tar.gz`)
run('tar', ['-czf', archive, '-C', draft, name])
console.log(archive)

function isShipped(file) {
  const inside = path.relative(root, file).split(path.sep).join('/')
  return !absent.includes(inside) && !inside.includes('node_modules') && !/\.test\.tsx?$/.test(inside)
}

/** A line for each package of others: name, version, licence. */
function licencesOf({ components }) {
  const lines = components
    .filter(({ purl }) => !purl.startsWith('pkg:npm/%40academy/'))
    .map(({ group, name: short, version: which, licenses = [] }) => {
      const licence = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ')
      return `${group ? `${group}/` : ''}${short} ${which}: ${licence || 'see the package'}\n`
    })
  return lines.toSorted().join('')
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout
}
