import { once } from 'node:events'
import { connect } from 'node:net'
import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { systemCaller } from '../../src/platform/http/index.ts'
import { type ExportJob, exportsNow, inTurn } from '../../src/platform/jobs/index.ts'
import { testPortal } from '../support/portal.ts'

const portal = await testPortal()
const address = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => portal.close())

interface Begun {
  /** Sends the rest and answers all that came. */
  end(): Promise<string>
}

/** Begins a call whose body does not come yet, once the portal knows who calls. */
async function begin(token: string, userId: string, path: string, type: string, body: string): Promise<Begun> {
  // A session that was not used for some minutes is noted as used by whoever calls.
  portal.clock.set(new Date(portal.clock.now().getTime() + 10 * 60_000).toISOString())
  const now = portal.clock.now().getTime()
  const socket = connect(Number(address.port), address.hostname).setEncoding('utf8')
  let heard = ''
  socket.on('data', (piece: string) => {
    heard += piece
  })
  await once(socket, 'connect')
  socket.write(
    `POST /api/admin${path} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\n` +
      `content-length: ${body.length}\r\nconnection: close\r\n\r\n${body.slice(0, 1)}`,
  )
  const used = () =>
    portal.run((tx) =>
      tx.query<{ at: string }>(sql`select last_used as at from staff_session where user_id = ${userId}`),
    )
  await expect.poll(async () => Date.parse((await used())[0]?.at ?? '')).toBe(now)
  return {
    async end() {
      socket.write(body.slice(1))
      await once(socket, 'close')
      return heard
    },
  }
}

const form = '--b\r\ncontent-disposition: form-data; name="description"\r\n\r\nLate sport\r\n--b--\r\n'
const calls: [string, string, PermissionMap, string, string][] = [
  ['JSON', '/belt', { belt: ['create'] }, 'application/json', JSON.stringify({ beltColor: 'Late belt' })],
  ['a form', '/sport', { sport: ['create'] }, 'multipart/form-data; boundary=b', form],
]

test.each(calls)(
  'whoever was disabled while %s was on its way does nothing with it',
  async (_, path, rights, ...sent) => {
    const clerk = await portal.as(rights)
    const call = await begin(clerk.token, clerk.userId, path, ...sent)
    const owner = await portal.as()
    expect((await owner.put(`/user/${clerk.userId}`, { isDisable: true })).statusCode).toBe(200)
    expect(await call.end()).toMatch(/^HTTP\/1\.1 401 /)
    expect((await owner.get(`${path}?searchText=Late`)).json().total).toBe(0)
    const other = await portal.as(rights)
    expect(await (await begin(other.token, other.userId, path, ...sent)).end()).toMatch(/^HTTP\/1\.1 201 /)
  },
)

/** Exports of others take both places; answers how to end them. */
function takePlaces(): () => Promise<unknown> {
  const { promise: made, resolve: finish } = Promise.withResolvers<void>()
  const job = (): ExportJob => ({
    ...{ by: systemCaller(), key: undefined, signal: new AbortController().signal, rows: 0, expected: null },
  })
  const others = [inTurn(job(), () => made), inTurn(job(), () => made)]
  return () => {
    finish()
    return Promise.all(others)
  }
}

test('a month whose turn comes after its caller was disabled is not closed', async () => {
  const [accountant, owner] = [await portal.as(), await portal.as()]
  const free = takePlaces()
  const close = accountant.post('/month-end', { month: '2026-10', remark: 'Late' })
  await expect.poll(() => exportsNow()).toEqual({ making: 2, waiting: 1 })
  expect((await owner.put(`/user/${accountant.userId}`, { isDisable: true })).statusCode).toBe(200)
  await free()
  expect((await close).statusCode).toBe(401)
  expect((await owner.get('/month-end')).json().latest).toBeNull()
})

test('a file whose turn comes after its caller was disabled does not leave', async () => {
  const [clerk, owner] = [await portal.as(), await portal.as()]
  const free = takePlaces()
  const file = clerk.get('/member/generate/excel', undefined, { 'idempotency-key': 'asked-for-before' })
  await expect
    .poll(async () => (await clerk.get('/export/asked-for-before')).json())
    .toMatchObject({ state: 'waiting' })
  expect((await owner.put(`/user/${clerk.userId}`, { isDisable: true })).statusCode).toBe(200)
  await free()
  expect((await file).statusCode).toBe(401)
  expect((await owner.get('/auth/audit-trail?searchText=Exported')).json().total).toBe(0)
  expect((await owner.get('/member/generate/excel')).statusCode).toBe(200)
  expect((await owner.get('/auth/audit-trail?searchText=Exported')).json().total).toBe(1)
})
