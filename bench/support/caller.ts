/** A signed-in caller of the portal over HTTP. */
import { z } from 'zod'
import { password } from './portal.ts'

const signedIn = z.object({ token: z.string() })

export interface Caller {
  token: string
  /** Calls and returns the parsed JSON. Throws unless the response is a success. */
  call<S extends z.ZodType>(shape: S, method: string, path: string, body?: unknown): Promise<z.output<S>>
  /** Fetches a file and returns its bytes. */
  file(path: string): Promise<number>
}

export async function signIn(address: string, username = 'owner', secret = password): Promise<Caller> {
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${address}/api/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const { token } = signedIn.parse(await (await send('', 'POST', '/auth/login', { username, password: secret })).json())
  return {
    token,
    call: async (shape, method, path, body) => shape.parse(await (await send(token, method, path, body)).json()),
    file: async (path) => (await (await send(token, 'GET', path)).arrayBuffer()).byteLength,
  }
}

const created = z.object({ _id: z.string() })
export const listOfIds = z.object({ items: z.array(created) })
export const anything = z.unknown()

/** Orders one starter package for each of so many members. Returns the payments. */
export async function order(caller: Caller, count: number): Promise<string[]> {
  const [members, packages, coaches] = await Promise.all([
    caller.call(listOfIds, 'GET', `/member?isAdult=true&isDisable=false&limit=${count}`),
    caller.call(listOfIds, 'GET', '/credit-package?isDisable=false&limit=1'),
    caller.call(listOfIds, 'GET', '/coach?isDisable=false&limit=1'),
  ])
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const member = members.items[n % members.items.length]
    const body = { memberId: member?._id, package: packages.items[0]?._id, coachReceived: coaches.items[0]?._id }
    ids.push((await caller.call(created, 'POST', '/payment', body))._id)
  }
  return ids
}

/** The nth call of some work. */
export type Work = (caller: Caller, n: number) => Promise<unknown>

/** Milliseconds of each of so many calls, made by callers who each start the next when the last is answered. */
export async function workOff(people: readonly Caller[], count: number, work: Work): Promise<number[]> {
  const took: number[] = []
  let next = 0
  await Promise.all(
    people.map(async (person) => {
      while (next < count) {
        const began = performance.now()
        await work(person, next++)
        took.push(performance.now() - began)
      }
    }),
  )
  return took
}
