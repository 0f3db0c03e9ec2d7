import { spawn, spawnSync } from 'node:child_process'

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** How to run `apt-get`: as root, else with a sudo that asks for no password; undefined when neither works. */
function callOf() {
  if (!works('apt-get', '--version')) return undefined
  if (process.getuid?.() === 0) return ['apt-get']
  return works('sudo', '-n', 'true') ? ['sudo', '-n', 'apt-get'] : undefined
}

let updated

/** Installs packages of the system (Debian, Ubuntu). Returns false and shows apt-get's output on failure. */
export async function aptInstall(...names) {
  const apt = callOf()
  if (!apt) return false
  updated ??= run([...apt, 'update'])
  return (await updated) && run([...apt, 'install', '-y', '--no-install-recommends', ...names])
}

function run([command, ...args]) {
  console.log(`  ${[command, ...args].join(' ')}`)
  const child = spawn(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}
