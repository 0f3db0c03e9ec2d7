import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { databaseUrlOf } from '../../support/books/books.ts'
import { portalProcess } from '../../support/platform/process.ts'
import { type TestPortal, testPortal } from '../../support/portal.ts'

const attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) })
const span = z.object({
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  traceId: z.string(),
  name: z.string(),
  attributes: z.array(attribute),
})
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

let ground: TestPortal
beforeAll(async () => {
  ground = await testPortal()
  await ground.as(undefined, { username: 'clerk' })
})
afterAll(() => ground?.close())

/** Prints each file of OpenTelemetry that is loaded, but those of its API, which prom-client brings. */
const watched = `import{registerHooks}from'node:module';registerHooks({load(u,c,n){if(/@opentelemetry.(?!api[/-])/.test(u))console.log('loaded '+u);return n(u,c)}})`

async function started(environment: Record<string, string>) {
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(watched)}`]
  const portal = await portalProcess({ DATABASE_URL: await databaseUrlOf(ground), ...environment }, flags)
  onTestFinished(() => portal.remove())
  await portal.start()
  await portal.signIn('clerk', 'correct_horse_1')
  return portal
}

test('without the variable nothing of OpenTelemetry is loaded', async () => {
  const portal = await started({})
  expect((await portal.ask('/api/admin/belt')).status).toBe(200)
  expect(portal.output()).not.toContain('loaded')
})

test('a call is a trace with its statements, by its route, without what was sought or sent', async () => {
  const bodies: string[] = []
  const receiver = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const portal = await started({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'academy-2',
    OTEL_TRACES_SAMPLER_ARG: '',
  })
  await portal.ask('/api/admin/member?searchText=Siti')
  await portal.call(z.unknown(), 'POST', '/belt', { beltColor: 'Crimson' })
  await portal.ask(`/api/admin/member/${crypto.randomUUID()}`)
  expect(portal.output()).toContain('loaded')
  // What was not sent yet is sent at the end.
  expect(await portal.stop()).toBe(0)
  const sent = bodies.flatMap((body) => traces.parse(JSON.parse(body)).resourceSpans)
  for (const { resource } of sent)
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'academy-2' } })
  const all = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  for (const name of ['GET /api/admin/member', 'POST /api/admin/belt', 'GET /api/admin/member/:id']) {
    const call = all.find((each) => each.name === name)
    const statements = all.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
    expect([name, statements.length > 1]).toEqual([name, true])
    expect(statements.every(({ traceId }) => traceId === call?.traceId)).toBe(true)
  }
  const inserts = all.filter(({ attributes }) =>
    attributes.some(({ value }) => value.stringValue?.startsWith('insert into "belt"')),
  )
  expect(inserts).toHaveLength(1)
  expect(bodies.join('')).not.toMatch(/Siti|Crimson|clerk|correct_horse|127\.0\.0\.1|[?]/)
})
