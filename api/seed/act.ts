import type { BodyIn, Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { modules } from '../src/modules.ts'
import type { Tx } from '../src/platform/data/index.ts'
import type { Upload } from '../src/platform/http/index.ts'

interface Sent<R extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: BodyIn<R>
  file?: Upload
}

/** Runs an endpoint's handler with the checks of a request, inside the given transaction. */
export async function act<R extends Endpoint>(tx: Tx, route: R, sent: Sent<R> = {}): Promise<ResultOf<R>> {
  for (const module of modules) {
    const key = Object.keys(module.routes).find(
      (name) => module.routes[name]?.method === route.method && module.routes[name]?.path === route.path,
    )
    const handler = key && module.handlers[key]
    if (!handler) continue
    const params = Object.fromEntries(Object.entries(sent.params ?? {}).map(([name, value]) => [name, String(value)]))
    const call = {
      params,
      query: route.query?.parse(sent.query ?? {}),
      body: route.body?.parse(sent.body),
      file: sent.file,
      address: '127.0.0.1',
      place: { visitor: '127.0.0.1', network: '127.0.0.0/24' },
      origin: 'http://localhost',
      userAgent: 'first start',
      header: () => undefined,
      answerHeader: () => {},
      token: undefined,
      isChoosing: false,
      signal: new AbortController().signal,
    }
    const answer = 'steps' in handler ? handler.steps((work) => work(tx), call, tx.portal, tx.by) : handler(tx, call)
    return (await answer) as ResultOf<R>
  }
  throw new Error(`No module serves ${route.method} ${route.path}`)
}
