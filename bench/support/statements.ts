/** What the portal asks of its database, recorded by making a call within this process. */
import pg from 'pg'
import pino from 'pino'
import { modules } from '../../api/src/modules.ts'
import { buildApp } from '../../api/src/platform/http/index.ts'
import { readConfig } from '../../api/src/platform/runtime/index.ts'
import { openPortal } from '../../api/src/start.ts'

export interface Statement {
  text: string
  values: unknown[]
}

interface Recorder {
  /** The reads of a GET: all of them, with those that know the caller, or those of its own transaction alone. */
  readsOf(path: string, which: 'all' | 'own'): Promise<Statement[]>
  close(): Promise<void>
}

const isRead = ({ text }: Statement) => /^\s*(select|with)/i.test(text) && !/set_config/i.test(text)

/** A portal in this process, on the data of one that runs; from now on every query of this process is recorded. */
export async function recorder(dataDir: string, url: string, token: string): Promise<Recorder> {
  const seen: Statement[] = []
  const { query } = pg.Client.prototype
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...words: unknown[]) {
    const [first, values] = words
    const asked = typeof first === 'object' && first !== null ? first : { text: first, values }
    const text: unknown = Reflect.get(asked, 'text')
    const given: unknown = Reflect.get(asked, 'values')
    if (typeof text === 'string') seen.push({ text, values: Array.isArray(given) ? given : [] })
    return Reflect.apply(query, this, words)
  })
  const log = pino({ level: 'silent' })
  const portal = await openPortal(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), url, log)
  const app = await buildApp(portal, modules, log, {})
  return {
    async readsOf(path, which) {
      seen.length = 0
      const answer = await app.inject({ url: `/api/admin${path}`, headers: { authorization: `Bearer ${token}` } })
      if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${answer.statusCode} ${answer.body}`)
      const from = which === 'own' ? seen.findLastIndex(({ text }) => /^(begin|start transaction)/i.test(text)) : -1
      return seen.slice(from + 1).filter(isRead)
    },
    async close() {
      await app.close()
      await portal.close()
    },
  }
}
