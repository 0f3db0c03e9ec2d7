/** A document that was read can be changed in one place and sent back whole: references as objects. */
import { bodyExamples } from '@academy/contract/docs/examples.ts'
import { apiRoot, type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerPlace, describedCalls, holder } from '../../support/calls/description.ts'
import { pathOf, type World, worldIn } from '../../support/calls/documents.ts'
import { routes } from '../../support/calls/endpoints.ts'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'

let portal: TestPortal
let clerk: Client
let world: World
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
})
afterAll(() => portal.close())

/** Fields of a response that its description lacks, or the other way round. */
const problems = holder(describedCalls(), { isClosed: true })

const isWholeDocument = ({ method, path }: Endpoint) =>
  method === 'PUT' && routes.some((other) => other.method === 'GET' && other.path === path)
/** PUTs that are actions and take no document. */
const actions = ['/expiration/:id']

const documents = routes
  .filter(isWholeDocument)
  .map(({ path }) => path)
  .filter((path) => !actions.includes(path))

test('most documents can be read and written', () => {
  expect(documents.length).toBeGreaterThan(18)
})

const records = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_record`.execute(portal.handle)
  return rows[0]?.n
}

test.each(documents)('%s can be sent back whole, and nothing is written or recorded', async (path) => {
  const url = pathOf(world, path)
  const before = (await clerk.get(url)).json()
  const recorded = await records()
  portal.clock.set('2026-11-20T04:01:00Z')
  const answer = await clerk.put(url, before)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(problems(answerPlace({ method: 'PUT', path }, 200), answer.json())).toEqual([])
  const after = (await clerk.get(url)).json()
  expect(after).toMatchObject(JSON.parse(JSON.stringify(before, (key, value) => (isLink(key) ? undefined : value))))
  expect(await records()).toBe(recorded)
})

/** Links are signed anew. */
const isLink = (key: string) => ['picture', 'pictureDIR', 'thumbnail'].includes(key)

const withPictures = documents.filter((path) =>
  routes.some((route) => route.method === 'PUT' && route.path === path && route.upload === 'picture'),
)

test.each(withPictures)('%s can be sent back whole as a form', async (path) => {
  const url = pathOf(world, path)
  const before = (await clerk.get(url)).json()
  const form = new FormData()
  for (const [key, value] of Object.entries(before))
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  const sent = new Response(form)
  const answer = await portal.app.inject({
    method: 'PUT',
    url: apiRoot + url,
    headers: {
      authorization: `Bearer ${clerk.token}`,
      'content-type': sent.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await clerk.get(url)).json()).toMatchObject(
    JSON.parse(JSON.stringify(before, (key, value) => (isLink(key) ? undefined : value))),
  )
})

test('what is answered is as the description of the calls says, and holds nothing that it does not', async () => {
  const readable = routes.filter(({ method, result }) => method === 'GET' && !isFile(result))
  const wrong: string[] = []
  let held = 0
  for (const route of readable) {
    const answer = await clerk.get(pathOf(world, route.path))
    if (answer.statusCode !== 200) continue
    held++
    wrong.push(...problems(answerPlace(route, 200), answer.json()).map((fault) => `${route.path} ${fault}`))
  }
  expect(wrong).toEqual([])
  expect(held).toBeGreaterThan(80)
})

/** The example with ids of existing documents, by field name. */
function placed(value: unknown, name = ''): unknown {
  const ids: Record<string, string | undefined> = {
    member: world.adult,
    memberId: world.adult,
    walletMember: world.adult,
    course: world.unplanned,
    package: world['credit-package'],
    coachIncharge: world.coach,
    coachReceived: world.coach,
    mainInstructor: world.coach,
    mainIDs: world.parent,
    courseType: world['course-type'],
    userGroup: world.group,
    centreIncharge: world.centre,
    ...Object.fromEntries(['belt', 'relationship', 'centre', 'sport'].map((key) => [key, world[key as keyof World]])),
  }
  if (typeof value === 'string') return ids[name] ?? value
  if (Array.isArray(value)) return value.map((entry) => placed(entry, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, placed(inner, key)]))
}

const tried = [
  '/member',
  '/enrollment',
  '/payment',
  '/credit-adjust',
  '/course',
  '/holiday',
  '/user',
  '/user-group',
].flatMap((path) =>
  Object.entries(bodyExamples[`POST ${path}`] ?? {}).map(([name, body]): [string, string, unknown] => [
    path,
    name,
    body,
  ]),
)

test.each(tried)(
  'POST %s takes the example “%s” of its description, and answers as it says',
  async (path, name, body) => {
    // Nobody is enrolled in a course twice.
    const other = name === 'A first trial' ? { member: world.newcomer } : {}
    const answer = await clerk.post(path, { ...Object(placed(body)), ...other })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(problems(answerPlace({ method: 'POST', path }, 201), answer.json())).toEqual([])
  },
)
