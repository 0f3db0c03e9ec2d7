import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeNoise } from './noise.ts'

const patience = 300_000

/** One portal for all browser tests; they find it by PORTAL_ADDRESS and PORTAL_PASSWORD, and its data by PORTAL_DATA. Answers how to end it. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const password = randomBytes(12).toString('base64url')
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('keep-portal.mjs', import.meta.url))], {
    env: { ...process.env, PORTAL_PASSWORD: password },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Apart from us, so that whoever kills our whole group leaves it alive to clean up.
    detached: true,
  })
  const ended = once(keeper, 'exit')
  let said = ''
  process.env.PORTAL_PASSWORD = password
  process.env.PORTAL_ADDRESS = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => () => {
      keeper.stdin.end()
      reject(new Error(`The portal ${why}:\n${said}`))
    }
    const timer = setTimeout(fail('was not ready in time'), patience)
    keeper.once('exit', fail('ended before it was ready'))
    keeper.stdout.on('data', (text: Buffer) => {
      said += text
      const [, address] = /is ready at (http:\S+)/.exec(said) ?? []
      if (!address) return
      process.env.PORTAL_DATA = /^Its data are in (.+)$/m.exec(said)?.[1]
      clearTimeout(timer)
      resolve(address)
    })
  })
  const quiet = process.env.PORTAL_NOISE ? await makeNoise() : undefined
  return async () => {
    await quiet?.()
    keeper.stdin.end()
    await ended
  }
}
