import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/platform/runtime/index.ts'
import { testPortal } from '../support/portal.ts'

const portal = await testPortal({ HEADERS_TIMEOUT: '1', BODY_TIMEOUT: '1' })
const clerk = await portal.as()
const address = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => portal.close())

/** Sends text on a connection of its own and answers all that comes until the portal closes it, or what `until` waits for. */
async function sendRaw(text: string, until?: RegExp): Promise<string> {
  const socket = connect(Number(address.port), address.hostname).setEncoding('utf8')
  const { promise, resolve } = Promise.withResolvers<void>()
  let heard = ''
  socket.on('data', (piece: string) => {
    heard += piece
    if (until?.test(heard)) resolve()
  })
  socket.on('close', () => resolve())
  socket.on('error', () => resolve())
  await once(socket, 'connect')
  socket.write(text)
  await promise
  socket.destroy()
  return heard
}
const head = (path: string, more: string) =>
  `POST /api/admin${path} HTTP/1.1\r\nhost: portal\r\ncontent-type: application/json\r\n${more}\r\n`

describe('before anybody has signed in', () => {
  test.each(['/belt', '/member/import/excel', '/auth/logout'])(
    '%s answers 401 without waiting for its body',
    async (path) => {
      expect(await sendRaw(head(path, 'content-length: 900000\r\n'), /\}/)).toMatch(/^HTTP\/1\.1 401 /)
    },
  )

  test.each(['/auth/login', '/auth/refresh', '/auth/forgot-password', '/auth/reset-password', '/member/password'])(
    '%s refuses more than 16 KB by its announced length, and as it comes',
    async (path) => {
      expect(await sendRaw(head(path, 'content-length: 16385\r\n'), /\}/)).toMatch(/^HTTP\/1\.1 413 /)
      const chunk = `4100\r\n"${' '.repeat(0x40fe)}"\r\n`
      expect(await sendRaw(head(path, 'transfer-encoding: chunked\r\n') + chunk, /\}/)).toMatch(/^HTTP\/1\.1 413 /)
      const answer = await portal.anyone.post(path, { username: 'x'.repeat(17_000) })
      expect(answer.statusCode).toBe(413)
    },
  )

  test('an ordinary call of somebody signed in may be larger', async () => {
    expect((await clerk.post('/belt', { beltColor: 'x'.repeat(17_000) })).statusCode).toBe(400)
  })
})

describe('content', () => {
  const send = (path: string, payload: string, headers = {}) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/admin${path}`,
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${clerk.token}`, ...headers },
    })

  test.each(['/belt', '/auth/login'])('nested over 64 deep is refused at once by %s', async (path) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const answer = await send(path, open.repeat(65) + (open === '[' ? '' : '1') + close.repeat(65))
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'This is nested too deeply to be read'])
      // No text between the brackets is looked at: it need not be JSON.
      expect((await send(path, open.repeat(2000))).json().message).toBe('This is nested too deeply to be read')
    }
  })

  test('is not nested by brackets in its text', async () => {
    const name = `"\\${'[{'.repeat(10)}`
    const answer = await send('/belt', JSON.stringify({ beltColor: name, note: ['\\"[[[['.repeat(30)] }))
    expect([answer.statusCode, answer.json().beltColor]).toEqual([201, name])
  })

  test('in a form is held to the same depth', async () => {
    const boundary = 'a-boundary'
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="isDisable"\r\n\r\n${'['.repeat(65)}\r\n--${boundary}--\r\n`
    const answer = await send('/sport', payload, { 'content-type': `multipart/form-data; boundary=${boundary}` })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'This is nested too deeply to be read'])
  })

  test.each(['gzip', 'br', 'deflate, gzip'])('compressed by %s is refused unread', async (encoding) => {
    expect((await send('/auth/login', '{}', { 'content-encoding': encoding })).statusCode).toBe(415)
  })
})

describe('who drips is cut off at the configured seconds', () => {
  const cutOff = /^HTTP\/1\.1 408 |^$/
  test('with headers', async () => {
    expect(await sendRaw('GET /api/admin/config HTTP/1.1\r\nhost: portal\r\nx-slow: ')).toMatch(cutOff)
  })

  test('with a body', async () => {
    expect(await sendRaw(`${head('/auth/login', 'content-length: 100\r\n')}{"username"`)).toMatch(cutOff)
  })

  test('whose settings are checked', () => {
    expect(readConfig({}).slowest).toEqual({ headersMs: 10_000, bodyMs: 30_000 })
    expect(() => readConfig({ HEADERS_TIMEOUT: '20', BODY_TIMEOUT: '10' })).toThrow(
      'BODY_TIMEOUT: at least HEADERS_TIMEOUT',
    )
    expect(() => readConfig({ HEADERS_TIMEOUT: '0' })).toThrow('HEADERS_TIMEOUT')
  })
})
