/** Which calls ask for the second factor again. */
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nameOf, routes } from '../support/calls/endpoints.ts'

const schemaPart = z.looseObject({ type: z.unknown() }).partial()

/** Whether a body has a list in it, however deep. */
function hasList(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasList)
  const { success, data } = schemaPart.safeParse(schema)
  return success && (data.type === 'array' || Object.values(data).some(hasList))
}
const bodyOf = ({ body }: Endpoint) => (body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {})

const isExport = ({ result }: Endpoint) => isFile(result)
/** Everything but a GET that takes a list or a file, takes long, or changes what its path does not name. */
const isMassAction = (route: Endpoint) =>
  route.method !== 'GET' &&
  (hasList(bodyOf(route)) ||
    route.upload === 'file' ||
    route.slow === true ||
    (route.method !== 'POST' && !/\/:\w+$/.test(route.path)))

const onePaper = 'one paper of one person, or of one day of one coach'
const oneDocument = 'one document, whose list of a few others is a field'
const onlyAdds = 'adds what can be taken away again, and changes nothing that is there'
const own = 'the own account alone'
const changesNothing = 'changes nothing'

/** Exports and calls with lists that ask for nothing, and why. */
const reasons: Record<string, string> = {
  'GET /payment/generate/pdf/:id': onePaper,
  'GET /credit-adjust/generate/pdf/:id': onePaper,
  'GET /cash-close/:id/pdf': onePaper,
  'GET /cash-close/evening/:id/pdf': onePaper,
  'GET /member/import/template': 'holds nobody',
  'POST /attendance/take/:class': 'the roll of one class, which a phone sends later, when nobody is there to be asked',
  'POST /course': oneDocument,
  'PUT /course/:id': oneDocument,
  'POST /class': oneDocument,
  'PUT /class/:id': oneDocument,
  'POST /member': oneDocument,
  'PUT /member/:id': oneDocument,
  'POST /payment': oneDocument,
  'POST /payment/checkout': oneDocument,
  'PUT /brand': oneDocument,
  'PUT /e-invoice/supplier': oneDocument,
  'PUT /brand/background': oneDocument,
  'POST /brand/preview': 'a sample, of nobody',
  'POST /brand/background/preview': 'a sample, of nobody',
  'POST /view': 'how the caller looks at a list',
  'POST /holiday': oneDocument,
  'PUT /holiday/:id': oneDocument,
  'POST /user': 'one new user, with no more than the rights of who makes it',
  'PUT /user/:id': 'refuses by itself where it changes rights',
  'POST /user-group': 'a new one, in which nobody is yet',
  'PUT /user-group/:id': 'refuses by itself where it changes rights',
  'PUT /point-adjust/move/parent-expiration': 'two wallets of one family',
  'POST /enrollment/several': onlyAdds,
  'POST /course-scheduled-year': onlyAdds,
  'POST /class/schedule/:course': onlyAdds,
  'POST /class/replacements': onlyAdds,
  'POST /cash-close/evening/rehearse': changesNothing,
  'POST /class/rehearse': changesNothing,
  'POST /payment/rehearse': changesNothing,
  'POST /class/holiday/:year/touched': changesNothing,
  'PUT /auth/password': own,
  'DELETE /auth/sessions': own,
  'POST /auth/factors/passkey/confirmation': own,
  'PUT /dashboard/alerts/seen': own,
}

test('each export and each mass action asks for the second factor again, or is named here with the reason', () => {
  const weighty = routes.filter((route) => isExport(route) || isMassAction(route))
  const free = weighty.filter((route) => !route.confirmed).map(nameOf)
  expect(free.toSorted()).toEqual(Object.keys(reasons).toSorted())
  expect(weighty.length - free.length).toBeGreaterThan(30)
})

test('so do these, which act on one document, a family among them', () => {
  const others = routes.filter((route) => route.confirmed && !isExport(route) && !isMassAction(route))
  expect(others.map(nameOf).toSorted()).toEqual([
    'DELETE /auth/factors/:id',
    'DELETE /family/:id',
    'POST /auth/factors/recovery-codes',
    'PUT /attendance/clearOutstanding/undo/:settlement',
    'PUT /attendance/clearOutstanding/wallet/:member',
  ])
})
