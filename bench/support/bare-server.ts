/** The lower bound: a server that knows nobody and sends statements that it is told to their database. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import pg from 'pg'
import { z } from 'zod'

const told = z.object({
  url: z.string(),
  /** The statements of a call, by its path. */
  calls: z.record(z.string(), z.array(z.object({ text: z.string(), values: z.array(z.unknown()) }))),
})

const [message] = await once(process, 'message')
const { url, calls } = told.parse(message)
const pool = new pg.Pool({ connectionString: url, max: 10 })
/** Each record has a key of its own. */
const fresh = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('{uuid}', () => crypto.randomUUID()) : value
const server = createServer(async (request, response) => {
  const answers: unknown[] = []
  const client = await pool.connect()
  for (const { text, values } of calls[request.url ?? ''] ?? [])
    answers.push((await client.query(text, values.map(fresh))).rows)
  client.release()
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
