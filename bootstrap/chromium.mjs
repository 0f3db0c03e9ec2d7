import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, tool } from './children.mjs'

/** The browser for the browser tests: one that is there, else a fresh installation. Throws when neither works. */
export async function findOrInstallChromium() {
  const there = await findChromium()
  if (there) return there
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH ${process.env.CHROMIUM_PATH} does not start`)

  for (const { says, steps } of waysToInstall()) {
    console.log(`No Chromium here: ${says}`)
    const done = steps.every(([command, ...args]) => {
      console.log(`  ${[command, ...args].join(' ')}`)
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      return spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
    })
    const found = done && (await findChromium())
    if (found) return found
  }
  throw new Error(
    'Chromium is not on this machine and could not be installed. Install it (Debian, Ubuntu: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome, then try again.',
  )
}

/** The first browser of this machine that starts, if any. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return works(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined
  const { chromium } = await import('@playwright/test')
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(':').filter(Boolean)]
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const candidates = names.flatMap((name) => folders.map((folder) => `${folder}/${name}`))
  candidates.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath())
  return candidates.find(works)
}

/** Whether the file is a browser that starts; a distribution's stand-in for one is not. */
function works(file) {
  return existsSync(file) && /Chrom/.test(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '')
}

function waysToInstall() {
  const root = process.getuid?.() === 0
  const apt = has('apt-get') && (root ? [] : has('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined)
  const playwright = [process.execPath, tool.playwright, 'install', ...(root ? ['--with-deps'] : []), 'chromium']
  return [
    ...(apt
      ? [
          {
            says: "installing it with the system's package manager",
            steps: [
              [...apt, 'apt-get', 'update'],
              [...apt, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
            ],
          },
        ]
      : []),
    { says: "installing it with Playwright's installer", steps: [playwright] },
  ]
}

function has(command, args = ['--version']) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
