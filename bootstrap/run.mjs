// The entry of every npm script. Any Node from 20 on can run it: it installs the lock file's packages when they are missing,
// then runs the command under the Node 24 that came with them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const commands = [
  'start',
  'dev',
  'test',
  'check',
  'bench',
  'portal',
  'model',
  'storm',
  'security',
  'leak',
  'faults',
  'pooler',
  'bugs',
  'zones',
  'days',
  'noise',
  'schema',
  'pictures',
  'release',
  'image',
  'upgrades',
]
const needed = 24

const [command = '', ...rest] = process.argv.slice(2)
if (!commands.includes(command)) leave(`Say which: ${commands.map((name) => `npm run ${name}`).join(', ')}`)
const script = path.join(root, 'bootstrap', `${command}.mjs`)

const installed = isInstalled()
if (!installed) {
  install()
  linkRuntime()
}
const runtime = findRuntime()
process.chdir(root)
// The compile cache of child processes and threads; without a writable folder nothing is cached.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled')
if (process.env.npm_lifecycle_event) endWithParent()
if (installed && realpathSync(process.execPath) === runtime) {
  // Already the right Node, as under npm from the second start on: one process less.
  process.argv.splice(1, 2, script)
  await import(pathToFileURL(script).href)
} else {
  hand(spawn(runtime, [...process.execArgv, script, ...rest], { stdio: 'inherit' }))
}

/** Whether node_modules holds exactly what the lock file asks for, by npm's own record of its installation. */
function isInstalled() {
  const asked = packagesOf('package-lock.json')
  const there = packagesOf(path.join('node_modules', '.package-lock.json'))
  if (!asked || !there) return false
  return Object.entries(asked).every(([where, wanted]) => {
    if (!where.startsWith('node_modules/')) return true
    const found = there[where]
    // A missing optional package is for another platform.
    if (!found) return wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function install() {
  console.log('Installing what package-lock.json says (npm ci)')
  const began = Date.now()
  // Development packages too, whatever NODE_ENV says: the screens are built with them.
  const words = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath ?? ''
  const done = npm.endsWith('npm-cli.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...words], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', words, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.signal || done.status === 130) process.exit(130)
  if (done.status !== 0) leave(`The installation failed${done.error ? ` (${done.error.message})` : ''}; see above.`)
  console.log(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

/** The pinned Node where it can start (not on musl, for one), else any new enough Node of the machine. */
function findRuntime() {
  const current = realpathSync(process.execPath)
  const pinned = pinnedRuntime()
  if (pinned === current) return current
  for (const candidate of [pinned, current, process.env.npm_node_execpath, 'node']) {
    if (!candidate) continue
    const asked = spawnSync(candidate, ['-p', 'process.execPath + " " + process.versions.node'], { encoding: 'utf8' })
    const [, where, version] = /^(.*) (\d+)\.\d+\.\d+$/.exec(asked.stdout?.trim() ?? '') ?? []
    if (asked.status === 0 && where && Number(version) >= needed) return realpathSync(where)
  }
  return leave(
    `The Node ${needed} that comes with the portal cannot start on this machine (${process.platform} ${process.arch}), ` +
      `and its own Node is ${process.versions.node}. Install Node ${needed} or newer from https://nodejs.org and try again.`,
  )
}

function pinnedRuntime() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const found = ['node', 'node-bin']
    .map((name) => path.join(root, 'node_modules', `${name}-${platform}-${process.arch}`, 'bin', file))
    .find((candidate) => existsSync(candidate))
  return found && realpathSync(found)
}

/** npm 10 forgets the link by which npm scripts find the pinned Node first, since a package per platform offers it. */
function linkRuntime() {
  const link = path.join(root, 'node_modules', '.bin', 'node')
  const pinned = pinnedRuntime()
  if (!pinned || existsSync(link) || process.platform === 'win32') return
  try {
    symlinkSync(path.relative(path.dirname(link), pinned), link)
  } catch {
    // It only saves a process.
  }
}

/** Forwards signals to the child; its exit is ours. */
function hand(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => leave(error.message))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

/** npm passes SIGTERM only to a shell between us, which dies of it; we notice and take the signal as ours. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

function leave(message) {
  console.error(message)
  process.exit(1)
}
