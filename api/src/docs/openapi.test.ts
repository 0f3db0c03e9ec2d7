import { aliases, callWords, furtherWords } from '@academy/contract/docs/calls.ts'
import { answerChanges, bodyExamples } from '@academy/contract/docs/examples.ts'
import { fields } from '@academy/contract/docs/fields.ts'
import { fileNames } from '@academy/contract/docs/files.ts'
import { resources } from '@academy/contract/docs/resources.ts'
import { memberCreate } from '@academy/contract/members/fields.ts'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { reports } from '@academy/contract/reports/reports.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { answerPlace, describedCalls, holder, type Operation, openPath } from '../../test/support/calls/description.ts'
import { nameOf, routes } from '../../test/support/calls/endpoints.ts'
import { isJson, type Json } from './schemas.ts'

const document = describedCalls()
const problems = holder(document)
const operationOf = ({ method, path }: Endpoint) => document.paths[openPath(path)]?.[method.toLowerCase()] as Operation
const calls = routes.map((route) => ({ route, name: nameOf(route), operation: operationOf(route) }))

test('an independent validator finds it valid, and finds a fault that is put into it', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  const faulty = structuredClone(document)
  Object.assign(faulty.paths['/belt']?.get?.responses['200'] ?? {}, { description: undefined, headers: 7 })
  expect((await new Validator().validate(faulty)).valid).toBe(false)
  const astray = structuredClone(document)
  Object.assign(astray.components.schemas.Member ?? {}, {
    properties: { belt: { $ref: '#/components/schemas/Nowhere' } },
  })
  expect((await new Validator().validate(astray)).valid).toBe(false)
})

test('a report takes the days of a range where it is of a range, and none that it would ignore', () => {
  for (const { report, routes: of } of reports)
    for (const route of [of.view, of.excel, of.pdf]) {
      const taken = (operationOf(route).parameters ?? []).map((parameter) =>
        'name' in parameter ? parameter.name : '',
      )
      expect(taken.includes('startDate'), nameOf(route)).toBe('range' in report)
    }
})

const said = new Set(['description', 'title', 'default', 'example', 'examples'])
const saysNothing = (schema: unknown) => isJson(schema) && Object.keys(schema).every((key) => said.has(key))

/** Paths in schemas that would accept anything. */
function openPlaces(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => openPlaces(entry, `${place}.${index}`))
  if (!isJson(value)) return []
  const { type, properties, additionalProperties, allOf } = value
  const isBare = type === 'object' && !properties && !additionalProperties && !allOf
  const schemas: [string, unknown][] = [
    ...['schema', 'items', 'additionalProperties'].map((key): [string, unknown] => [key, value[key]]),
    ...Object.entries(isJson(properties) ? properties : {}),
  ]
  return [
    ...(isBare ? [place] : []),
    ...schemas.flatMap(([key, schema]) => (saysNothing(schema) ? [`${place}.${key}`] : [])),
    ...Object.entries(value).flatMap(([key, inner]) =>
      key.startsWith('example') ? [] : openPlaces(inner, `${place}.${key}`),
    ),
  ]
}

test('no body and no answer is open to anything, but for the card provider’s events and this description itself', () => {
  const open = openPlaces({ ...document.paths, schemas: document.components.schemas }, '')
  const known = /^\.\/(payment\/webhook\.post|openapi\.json\.get)\./
  expect(open.filter((place) => !known.test(place))).toEqual([])
})

test('every call has a name, a resource, a summary, and a meaning for each parameter', () => {
  const ids = calls.map(({ operation }) => operation.operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z][A-Za-z0-9]{3,60}$/.test(id))).toEqual([])
  for (const { name, operation } of calls) {
    expect(operation.summary, `${name}: write its summary into contract/src/docs/calls.ts`).toMatch(
      /^[A-Z](?!\w+ \/).{5,80}$/,
    )
    for (const parameter of operation.parameters)
      if (!parameter.$ref) expect(parameter.description, `${name} ${parameter.name}`).toMatch(/^\w/)
  }
  const tags = new Set(calls.flatMap(({ operation }) => operation.tags))
  expect([...tags].toSorted(), 'resources are in contract/src/docs/resources.ts').toEqual(
    resources.map((resource) => resource.name).toSorted(),
  )
})

test('no word is kept for what there is not', () => {
  const names = new Set(calls.map(({ name }) => name))
  const about = [callWords, furtherWords, aliases, bodyExamples, answerChanges, fileNames].flatMap((words) =>
    Object.keys(words),
  )
  expect([...about, ...Object.values(aliases)].filter((name) => !names.has(name))).toEqual([])
  const { schemas } = document.components
  const isThere = (key: string) => {
    const [entity = '', field = ''] = key.split('.')
    return !/^[A-Z].*\./.test(key) || field in ((schemas[entity]?.properties as Json) ?? {})
  }
  expect(Object.keys(fields).filter((key) => !isThere(key))).toEqual([])
})

const bodiesOf = ({ requestBody }: Operation) =>
  Object.entries(requestBody?.content ?? {}).flatMap(([type, { example, examples }]) =>
    type === 'application/json' ? (examples ? Object.values(examples).map(({ value }) => value) : [example]) : [],
  )

test.each(calls)('the examples of $name are true', ({ route, name, operation }) => {
  for (const body of bodiesOf(operation)) {
    // The provider signs the raw text of its body.
    expect(route.body?.safeParse(route.raw ? JSON.stringify(body) : body).error, name).toBeUndefined()
    const place = [
      'paths',
      openPath(route.path),
      route.method.toLowerCase(),
      'requestBody',
      'content',
      'application/json',
    ]
    expect(problems([...place, 'schema'], body), name).toEqual([])
  }
  if (isFile(route.result)) return
  const [status = ''] = Object.keys(operation.responses)
  const example = operation.responses[status]?.content?.['application/json']?.example
  expect(route.result.safeParse(example).error, name).toBeUndefined()
  expect(problems(answerPlace(route, Number(status)), example), name).toEqual([])
})

test('a member is one of three, each with what it requires', () => {
  const place = ['paths', '/member', 'post', 'requestBody', 'content', 'application/json', 'schema']
  const examples = Object.values(bodyExamples['POST /member'] ?? {})
  expect(examples).toHaveLength(3)
  for (const body of examples) {
    if (!isJson(body)) throw new Error('no body')
    const kind = body.kind as 'adult' | 'parent' | 'child'
    expect(memberCreate[kind].safeParse(body).error).toBeUndefined()
    for (const field of Object.keys(body)) {
      const { [field]: _, ...less } = body
      // The server derives the kind where it is missing, and reads the parents of a child itself.
      const isRequired = ['kind', 'mainIDs'].includes(field) || !memberCreate[kind].safeParse(less).success
      expect(problems(place, less).length > 0, `${kind} without ${field}`).toBe(isRequired)
    }
  }
  expect(document.paths['/member']?.post?.requestBody?.content['multipart/form-data']).toMatchObject({
    schema: { allOf: [{ oneOf: expect.any(Array) }, { properties: { picture: { format: 'binary' } } }] },
  })
})

test('what a body says is required is required, and nothing else', () => {
  const wrong = calls.flatMap(({ route, name, operation }) =>
    bodiesOf(operation).flatMap((body) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      const resolved = schema?.$ref ? document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] : schema
      if (!isJson(body) || !isJson(resolved?.properties) || route.raw) return []
      return Object.keys(body).flatMap((field) => {
        const { [field]: _, ...less } = body
        const isRequired = route.body?.safeParse(less).success === false
        const isTold = Array.isArray(resolved.required) && resolved.required.includes(field)
        return isRequired === isTold ? [] : [`${name} ${field}`]
      })
    }),
  )
  // Whether an unlimited course needs them, and which of two fields verifies, is described in words.
  expect(wrong).toEqual([
    'PUT /payment/direct/:id isRejected',
    ...['centre', 'sport', 'special', 'free', 'unlimited'].map((field) => `POST /course ${field}`),
  ])
})

test('refusals, files and guarded changes are described', () => {
  const { components } = document
  expect(Object.keys(document.paths['/belt/{id}']?.put?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '412',
    '413',
    '415',
    '503',
    'default',
  ])
  expect(document.paths['/belt/{id}']?.put?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' })
  expect(components).toMatchObject({
    responses: { TooManyRequests: { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } } },
  })
  for (const { route, name, operation } of calls)
    if (isFile(route.result))
      expect(Object.values(operation.responses)[0], name).toMatchObject({
        headers: {
          'Content-Disposition': { example: expect.stringMatching(new RegExp(`"[\\w -]+\\.${route.result.file}"$`)) },
        },
        content: expect.anything(),
      })
})
