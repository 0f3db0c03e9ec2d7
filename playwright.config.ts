import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const args = [
  // A page of a test lives for seconds: making its scripts fast takes longer than they then run.
  '--js-flags=--max-opt=1',
  // The browser refuses its sandbox to root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const desktop = { viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Kuala_Lumpur' }
const long = ['loop.spec.ts', 'family.spec.ts', 'member-money.spec.ts', 'adjustments.spec.ts']
/** What a whole way through the portal may take on a machine that is busy with other things. */
const whole = 400_000

export default defineConfig({
  testDir: 'e2e',
  outputDir: join(tmpdir(), 'academy-browser-tests'),
  globalSetup: './e2e/support/start-portal.ts',
  fullyParallel: true,
  // One more than the cores: a test often waits for the portal, or for a moment to pass.
  workers: 3,
  // A test that passes only at the second try has found something.
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.PORTAL_ADDRESS,
    trace: 'on-first-retry',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    // On another day the browser has a clock of its own (`e2e/support/portal.ts`), or it would not start.
    launchOptions: {
      args,
      env: { ...process.env, LD_PRELOAD: '' },
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
  projects: [
    // The longest tests first, so that no worker waits for one at the end.
    {
      name: 'phone',
      timeout: whole,
      testMatch: 'loop.spec.ts',
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        // Days and times are the academy's wherever the phone thinks it is.
        timezoneId: 'America/New_York',
      },
    },
    { name: 'desktop, long', timeout: whole, testMatch: long, use: desktop },
    { name: 'desktop', testIgnore: long, use: desktop },
  ],
})
