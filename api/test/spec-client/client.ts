/** The specification's client: it calls as its section 7 says, over HTTP, and knows nothing of the portal's code. */
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'

export type Fields = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How a client writes what the specification prints: days, and bodies that may carry a picture. */
interface Manners {
  days: 'DD-MM-YYYY' | 'YYYY-MM-DD'
  bodies: 'JSON' | 'multipart'
}

export const allManners: readonly (readonly [string, Manners])[] = (['DD-MM-YYYY', 'YYYY-MM-DD'] as const).flatMap(
  (days) =>
    (['JSON', 'multipart'] as const).map((bodies): [string, Manners] => [`${days}, ${bodies}`, { days, bodies }]),
)

/** What a screen gets of a failed call: the error or message text, and which fields are meant. */
export interface Refusal {
  statusCode: number
  error: string
  message: string
  details?: { path: string; message: string }[]
}

/** Array values joined with commas, undefined values dropped. */
export function queryOf(filters: Fields = {}): string {
  const parts = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** A form as the specification's screens send it: files as files, empty values as 'null', what is no text as JSON text. */
export function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (value instanceof Blob) form.append(name, value)
    else if (value === null || value === '') form.append(name, 'null')
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

/** A client with the token of whoever signed in, or without one. */
export function clientAt(address: string, token?: string, manners: Manners = { days: 'YYYY-MM-DD', bodies: 'JSON' }) {
  async function send(method: Method, path: string, body?: unknown) {
    const isForm = body instanceof FormData
    return fetch(`${address}/api/admin${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    })
  }

  /** The data of a call that is meant to succeed. */
  async function call(method: Method, path: string, body?: unknown) {
    const response = await send(method, path, body)
    const text = await response.text()
    const data = JSON.parse(text)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return data
  }

  /** The reason of a call that is meant to be refused: one shape, plain words, never a fault of the server's. */
  async function refused(method: Method, path: string, body?: unknown): Promise<Refusal> {
    const response = await send(method, path, body)
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeGreaterThanOrEqual(400)
    return refusalIn(response.status, text, `${method} ${path}`)
  }

  /** A call that may be read in several ways: its data, or the plain reason for which it is refused. */
  async function attempt(method: Method, path: string, body?: unknown) {
    const response = await send(method, path, body)
    const text = await response.text()
    if (response.ok) return { data: JSON.parse(text) }
    return { refusal: refusalIn(response.status, text, `${method} ${path}`) }
  }

  const withFilters = (path: string, filters?: Fields) => path + queryOf(filters)
  /** A body of a resource with a picture, in this client's manner. */
  const body = (fields: Fields) => (manners.bodies === 'multipart' ? formOf(fields) : fields)

  return {
    token,
    address,
    send,
    refused,
    attempt,
    get: (path: string, filters?: Fields) => call('GET', withFilters(path, filters)),
    post: (path: string, fields?: unknown) => call('POST', path, fields),
    put: (path: string, fields?: unknown) => call('PUT', path, fields),
    delete: (path: string, fields?: unknown) => call('DELETE', path, fields),
    body,
    create: (path: string, fields: Fields) => call('POST', path, body(fields)),
    update: (path: string, fields: Fields) => call('PUT', path, body(fields)),
    /** Of a list that is offered for choosing, all entries. */
    lookup: async (path: string) => (await call('GET', withFilters(path, { limit: 1000, isDisable: false }))).items,
    /** A file with the name under which the browser keeps it. */
    async download(path: string, filters?: Fields) {
      const response = await send('GET', withFilters(path, filters))
      if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
      const disposition = response.headers.get('content-disposition') ?? ''
      const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? /filename=([^;]*)/.exec(disposition)?.[1]
      return { name, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
    },
    /** The same session, writing in another manner. */
    writing: (other: Manners) => clientAt(address, token, other),
    /** A day in this client's format. */
    day: (iso: string) => (manners.days === 'DD-MM-YYYY' ? iso.split('-').toReversed().join('-') : iso),
  }
}
export type SpecificationClient = ReturnType<typeof clientAt>

function refusalIn(status: number, text: string, call: string): Refusal {
  expect(status, `${call}: ${text}`).toBeLessThan(500)
  const refusal: Refusal = JSON.parse(text)
  expect(refusal, call).toMatchObject({ statusCode: status, error: expect.any(String), message: expect.any(String) })
  expect(refusal.message.length).toBeGreaterThan(5)
  expect(refusal.message).not.toMatch(/zod|sql|undefined|\bat \/|Invalid input/i)
  return refusal
}

/** Signs in as the login screen does; the token goes where the browser keeps it. */
export async function signIn(address: string, username: string, password: string, manners?: Manners) {
  const { token } = await clientAt(address).post('/auth/login', { username, password })
  return clientAt(address, token, manners)
}

/** The rows of a workbook's first sheet. */
export async function readSheet(workbook: Uint8Array | ArrayBuffer) {
  const [sheet] = (await readXlsx(workbook)).sheets
  return sheet?.rows ?? []
}
