import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, tool } from '../children.mjs'
import { aptInstall } from './apt.mjs'

/** Headless Chromium: the same engine for two thirds of the CPU time. */
const windowless = ['chromium-headless-shell']
/** Full browsers. */
export const windowed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser for the browser tests: an installed one, else a fresh installation. Throws when neither works. */
export async function findOrInstallChromium() {
  const there = await findChromium()
  if (there) return there
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH ${process.env.CHROMIUM_PATH} does not start`)
  console.log("No Chromium here: installing it with the system's package manager, else with Playwright's installer")
  for (const install of [() => aptInstall(...windowless), () => aptInstall('chromium'), installWithPlaywright]) {
    const found = (await install()) && (await findChromium())
    if (found) return found
  }
  throw new Error(
    'Chromium is not on this machine and could not be installed. Install it (Debian, Ubuntu: apt-get install chromium) ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome, then try again.',
  )
}

/** The first browser of this machine that starts, if any; those named first are preferred. */
export async function findChromium(preferred = windowless) {
  if (process.env.CHROMIUM_PATH) return works(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined
  const { chromium } = await import('@playwright/test')
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(':').filter(Boolean)]
  const names = new Set([...preferred, ...windowless, ...windowed])
  const candidates = [...names].flatMap((name) => folders.map((folder) => `${folder}/${name}`))
  candidates.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath())
  return candidates.find(works)
}

/** Whether the file is a browser that starts; a distribution's stub for one is not. */
function works(file) {
  return existsSync(file) && /Chrom/.test(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '')
}

function installWithPlaywright() {
  const isRoot = process.getuid?.() === 0
  const args = [tool.playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}
