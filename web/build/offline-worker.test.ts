import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('offline-worker.js', import.meta.url), 'utf8')
  .replace('__FILES__', '[]')
  .replace('__VERSION__', '1')

/** The worker in a browser's place: what it keeps, and the network as the test has it. */
function worker(network: () => Promise<Response>) {
  const kept = new Map<string, Response>()
  const listeners = new Map<string, (event: unknown) => void>()
  const store = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, answer: Response) => void kept.set(path, answer),
  }
  runInNewContext(source, {
    self: { addEventListener: (name: string, listen: (event: unknown) => void) => listeners.set(name, listen) },
    caches: { open: async () => store },
    location: { origin: 'https://portal.test' },
    fetch: () => network(),
    URL,
    Response,
    AbortSignal,
  })
  return async (path: string) => {
    let answer: Promise<Response> | undefined
    const request = { url: `https://portal.test${path}`, method: 'GET', mode: 'no-cors' }
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) })
    const got = await answer
    return { status: got?.status, text: await got?.text() }
  }
}

test('the academy looks as it did when the portal last answered, whether nobody answers or only a proxy does', async () => {
  let network = async () => new Response('body { color: red }')
  const ask = worker(() => network())
  expect(await ask('/brand.css')).toEqual({ status: 200, text: 'body { color: red }' })
  network = async () => new Response('Bad Gateway', { status: 502 })
  expect(await ask('/brand.css')).toEqual({ status: 200, text: 'body { color: red }' })
  network = async () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await ask('/brand.css')).toEqual({ status: 200, text: 'body { color: red }' })
})

test('what was never there is told as the network has it', async () => {
  const ask = worker(async () => new Response('Bad Gateway', { status: 502 }))
  expect(await ask('/brand.css')).toEqual({ status: 502, text: 'Bad Gateway' })
  const gone = worker(async () => new Response('Not Found', { status: 404 }))
  expect(await gone('/brand-picture/logo')).toMatchObject({ status: 404 })
})
