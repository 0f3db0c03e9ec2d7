import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { academyIn, order } from '../../test/support/academy.ts'
import { openRollDesk, present } from '../../test/support/courses/roll.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { testEntry } from '../../test/support/portal.ts'
import { adult, enrol, family, topUp } from '../../test/support/students.ts'

// Today is Friday, 20 November 2026; classes are on Tuesdays.
const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const messagesOf = async (member: string, by = clerk) => {
  const answer = await by.get(`/member/${member}/message`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const kindsOf = async (member: string, by = clerk) =>
  (await messagesOf(member, by)).items.map(({ kind }: { kind: string }) => kind)
const due = async (query = '', by = clerk) => {
  const answer = await by.get(`/reminder?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const reasonsOf = async (member: string, by = clerk) =>
  (await due('limit=100', by)).items.find(({ _id }: { _id: string }) => _id === member)?.kinds
const note = (more: object = {}) => ({
  kind: 'low',
  channel: 'whatsapp',
  language: 'ms',
  text: 'Baki anda 40',
  ...more,
})

test('whoever trains on little credit is reminded, told once, and again when the note is taken back or a week has passed', async () => {
  const { course, on } = await desk.classes()
  const { parent, children } = await family(portal, 50, 'Low')
  const [child = ''] = children
  await enrol(clerk, child, course)
  // Nobody trains on it yet.
  expect(await reasonsOf(parent)).toBeUndefined()
  await desk.take(on('2026-11-17'), [present(child)])
  expect(await reasonsOf(parent)).toEqual(['low'])
  expect(await reasonsOf(child)).toBeUndefined()
  const low = { kind: 'low', about: null, wallet: 40, classes: 4 }
  expect(await messagesOf(parent)).toMatchObject({ name: 'Parent of Low', language: 'en', told: [] })
  expect((await messagesOf(parent)).items).toEqual([low, expect.objectContaining({ kind: 'balance', wallet: 40 })])
  expect(await kindsOf(child)).toEqual([])

  const told = await clerk.post(`/member/${parent}/message`, note({ text: '  Baki anda 40 ' }))
  expect(told.statusCode, told.body).toBe(201)
  const { _id: id, at: _, ...sent } = told.json()
  expect(sent).toEqual({ ...note(), by: expect.any(String) })
  expect(await reasonsOf(parent)).toBeUndefined()
  expect(await messagesOf(parent)).toMatchObject({ language: 'ms', told: [{ _id: id, ...sent }] })
  const trail = (await clerk.get('/auth/audit-trail?searchText=Parent%20of%20Low')).json().items
  expect(trail[0]).toMatchObject({ action: 'Created', description: 'Told Parent of Low by WhatsApp: Balance low' })

  const path = `/member/${parent}/message/${id}`
  expect((await clerk.delete(`/member/${child}/message/${id}`)).statusCode).toBe(404)
  expect((await clerk.delete(path)).statusCode).toBe(200)
  expect((await clerk.delete(path)).statusCode).toBe(404)
  expect(await reasonsOf(parent)).toEqual(['low'])

  // A message about something else leaves the reason.
  await clerk.post(`/member/${parent}/message`, note({ kind: 'balance' }))
  expect((await due(`searchText=${encodeURIComponent('Parent of Low')}`)).items).toEqual([
    expect.objectContaining({ _id: parent, kinds: ['low'], wallet: 40, toldAt: expect.any(String) }),
  ])
  await clerk.post(`/member/${parent}/message`, note())
  portal.clock.set('2026-11-27T03:59:59Z')
  expect(await reasonsOf(parent, await portal.as())).toBeUndefined()
  portal.clock.set('2026-11-27T04:00:01Z')
  expect(await reasonsOf(parent, await portal.as())).toEqual(['low'])
  portal.clock.set('2026-11-20T04:00:00Z')
  await topUp(portal, parent, 11)
  expect(await reasonsOf(parent)).toBeUndefined()
})

test('what is owed, what expires and what was cancelled are told with their figures, the most urgent first', async () => {
  const { course, on } = await desk.classes()
  const { parent, children } = await family(portal, 0, 'Urgent')
  const [child = ''] = children
  await enrol(clerk, child, course)
  for (const day of ['2026-11-10', '2026-11-17']) await desk.take(on(day), [present(child)])
  expect(await reasonsOf(parent)).toEqual(['owed', 'low'])
  await topUp(portal, parent, 5)
  await clerk.put(`/expiration/${parent}`, { expirationDate: '2026-12-20' })
  await clerk.delete(`/class/${on('2026-11-24')}`)
  await clerk.delete(`/class/${on('2026-12-08')}`)
  expect(await reasonsOf(parent)).toEqual(['owed', 'moved', 'expiring', 'low'])
  const { items } = await messagesOf(parent)
  expect(items).toMatchObject([
    { kind: 'owed', cases: 2, credit: 20, wallet: 5 },
    // Classes of the next fourteen days: 8 December is too far.
    { kind: 'moved', date: '2026-11-24', instead: null },
    { kind: 'expiring', wallet: 5, date: '2026-12-20' },
    { kind: 'low', wallet: 5, classes: 0 },
    {
      kind: 'balance',
      creditExpired: '2026-12-20',
      entries: [{ label: 'Opening balance', credit: 5, date: '2026-11-20' }],
    },
  ])
  for (const kind of ['owed', 'moved', 'expiring', 'low'])
    expect((await due(`kind=${kind}`)).items.map(({ _id }: { _id: string }) => _id)).toContain(parent)
  expect((await due('kind=owed')).total).toBe(1)
  expect((await due('limit=1&offset=1')).total).toBe((await due()).total)
  expect((await due('offset=90')).total).toBe((await due()).total)

  // Classes of other centres are not theirs to tell of.
  const away = await portal.as({ membership: ['view'] }, { centres: [places.ampang] })
  expect(await kindsOf(parent, away)).toEqual(['expiring', 'low', 'balance'])
  expect(await reasonsOf(parent, away)).toEqual(['expiring', 'low'])

  await clerk.put(`/member/${parent}`, { isDisable: true })
  expect(await reasonsOf(parent)).toBeUndefined()
})

test('whoever was told of one cancelled class is still to be told of the next, and of the class that makes up for it', async () => {
  const { course, on } = await desk.classes()
  const { parent, children } = await family(portal, 500, 'Cancelled')
  await enrol(clerk, children[0] ?? '', course)
  const tell = async () => {
    const [first] = (await messagesOf(parent)).items
    const { kind, about } = first
    const body = note({ kind, about })
    expect((await clerk.post(`/member/${parent}/message`, body)).statusCode).toBe(201)
    return first
  }
  await clerk.delete(`/class/${on('2026-12-01')}`)
  expect(await reasonsOf(parent)).toEqual(['moved'])
  await tell()
  expect(await reasonsOf(parent)).toBeUndefined()
  await clerk.delete(`/class/${on('2026-11-24')}`)
  expect(await reasonsOf(parent)).toEqual(['moved'])
  expect(await tell()).toMatchObject({ date: '2026-11-24' })
  expect(await reasonsOf(parent)).toBeUndefined()

  // Of a day that is past, and told when it was cancelled.
  await clerk.delete(`/class/${on('2026-11-17')}`)
  expect(await reasonsOf(parent)).toBeUndefined()
  const made = await clerk.post('/class', {
    ...{ course, year: 2026, date: '2026-11-26', replacementDate: '2026-11-17' },
  })
  expect(made.statusCode, made.body).toBe(201)
  expect(await reasonsOf(parent)).toEqual(['moved'])
  expect(await tell()).toMatchObject({ date: '2026-11-17', instead: { date: '2026-11-26' } })
  expect(await reasonsOf(parent)).toBeUndefined()

  // A note that does not say of which class, as of before the portal asked, is of all of them.
  await clerk.delete(`/class/${on('2026-12-15')}`)
  portal.clock.set('2026-12-04T04:00:00Z')
  const later = await portal.as()
  expect(await reasonsOf(parent, later)).toEqual(['moved'])
  await later.post(`/member/${parent}/message`, note({ kind: 'moved' }))
  expect(await reasonsOf(parent, later)).toBeUndefined()
  portal.clock.set('2026-11-20T04:00:00Z')
})

test('a child whose parents are told is noted nothing', async () => {
  const { children } = await family(portal, 10, 'Dependent')
  const answer = await clerk.post(`/member/${children[0]}/message`, note())
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'Messages go to the parents, who hold the wallet'])
})

test('whoever may tell of one open case tells of all that the wallet owes', async () => {
  const { parent, children } = await family(portal, 5, 'Both centres')
  const [child = ''] = children
  for (const centre of [places.cheras, places.ampang]) {
    const { course, on } = await desk.classes()
    await enrol(clerk, child, course)
    await desk.take(on('2026-11-17'), [present(child)])
    await portal.run((tx) =>
      tx.change(testEntry, (write) => sql`update course set centre = ${centre} where id = ${course}`.execute(write())),
    )
  }
  for (const centre of [places.cheras, places.ampang]) {
    const of = await portal.as({ membership: ['view'] }, { centres: [centre] })
    expect((await messagesOf(parent, of)).items[0]).toEqual({
      kind: 'owed',
      about: null,
      cases: 2,
      credit: 20,
      wallet: 5,
    })
  }
})

test('of two classes of a day that are made up for on one day each is told by itself', async () => {
  const { course, on } = await desk.classes()
  const { parent, children } = await family(portal, 500, 'Twice')
  await enrol(clerk, children[0] ?? '', course)
  const schedule = [{ date: '2026-11-24', duration: '20:00 - 21:00' }]
  const second = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule })
  for (const id of [on('2026-11-24'), second.json().items[0]._id]) await clerk.delete(`/class/${id}`)
  const instead = { course, year: 2026, date: '2026-11-27', replacementDate: '2026-11-24' }
  for (const duration of ['17:00 - 18:00', '19:00 - 20:00'])
    expect((await clerk.post('/class', { ...instead, duration })).statusCode).toBe(201)
  const moved = (await messagesOf(parent)).items.filter(({ kind }: { kind: string }) => kind === 'moved')
  expect(moved).toMatchObject([
    { instead: { date: '2026-11-27', duration: '17:00 - 18:00' } },
    { instead: { date: '2026-11-27', duration: '19:00 - 20:00' } },
  ])
  expect(moved[0].about).not.toBe(moved[1].about)
})

test('an open card link and the receipts of the last days are told to who may see payments', async () => {
  const academy = await academyIn(portal)
  const cards = cardDesk(portal, clerk, academy)
  const open = await cards.start()
  const { member_id: member } = open
  expect((await messagesOf(member)).items).toMatchObject([
    {
      ...{ kind: 'link', about: open.payment_id, title: 'Starter', amount: '100.00', currency: 'MYR' },
      link: open.checkoutUrl,
    },
    { kind: 'balance', wallet: 0, creditExpired: null, entries: [] },
  ])
  const cash = await order(portal, academy, { member })
  await clerk.put(`/payment/direct/${cash}`, { isPay: true })
  await cards.confirm(open, await cards.payUnheard(open.order_id))
  const { items } = await messagesOf(member)
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['receipt', 'receipt', 'balance'])
  const receipt = items.find(({ about }: { about: string }) => about === cash)
  expect(receipt).toMatchObject({ amount: '100.00', credit: 120, date: '2026-11-20', orNo: expect.any(String) })
  expect((await portal.anyone.get(new URL(receipt.link).pathname)).statusCode).toBe(200)
  // At the address people use, not by which the clerk came.
  portal.portal.config.publicUrl = 'https://naga.example'
  const linked = (await messagesOf(member)).items.find(({ about }: { about: string }) => about === cash)
  portal.portal.config.publicUrl = undefined
  expect(linked.link).toBe(`https://naga.example${new URL(receipt.link).pathname}`)
  expect(await kindsOf(member, await portal.as({ membership: ['view'] }))).toEqual(['balance'])
  await clerk.put(`/payment/cancel/${cash}`)
  expect(await kindsOf(member)).toEqual(['receipt', 'balance'])
  portal.clock.set('2026-12-20T16:00:00Z')
  expect(await kindsOf(member, await portal.as())).toEqual(['balance'])
  portal.clock.set('2026-11-20T04:00:00Z')
})

test('who may not edit members reads and notes nothing; what cannot be kept is refused', async () => {
  const member = await adult(portal, 'Kept', 100)
  const viewer = await portal.as({ membership: ['view'] })
  expect(await kindsOf(member, viewer)).toEqual(['balance'])
  expect((await viewer.post(`/member/${member}/message`, note())).statusCode).toBe(403)
  expect((await (await portal.as({ course: ['view'] })).get('/reminder')).statusCode).toBe(403)
  for (const [more, path] of [
    [{ kind: 'gossip' }, 'kind'],
    [{ channel: 'pigeon' }, 'channel'],
    [{ language: 'de' }, 'language'],
    [{ text: '   ' }, 'text'],
    [{ text: 'x'.repeat(2001) }, 'text'],
    [{ text: 'a\u0000b' }, 'text'],
    [{ text: 7 }, 'text'],
  ] as const) {
    const answer = await clerk.post(`/member/${member}/message`, note(more))
    expect(answer.statusCode, JSON.stringify(more)).toBe(400)
    expect(answer.json().details[0].path).toBe(path)
  }
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await clerk.get(`/member/${nobody}/message`)).statusCode).toBe(404)
  expect((await clerk.post(`/member/${nobody}/message`, note())).statusCode).toBe(404)
  expect((await clerk.get('/reminder?kind=gossip')).statusCode).toBe(400)
})

test('a member who was told nothing yet is told in the academy’s language, later in that of the last message', async () => {
  const [quiet, told] = [await family(portal, 10, 'Quiet'), await family(portal, 10, 'Chinese')]
  const sent = await clerk.post(`/member/${told.parent}/message`, note({ kind: 'balance', language: 'zh' }))
  expect(sent.statusCode, sent.body).toBe(201)
  const languages = async () => [(await messagesOf(quiet.parent)).language, (await messagesOf(told.parent)).language]
  expect(await languages()).toEqual(['en', 'zh'])
  expect((await clerk.put('/brand', { language: 'ms' })).json()).toMatchObject({
    language: 'ms',
    now: { language: 'ms' },
  })
  expect(await languages()).toEqual(['ms', 'zh'])
  const refused = await clerk.put('/brand', { language: 'ta' })
  expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'language'])
  expect((await clerk.put('/brand', { language: '' })).json().now.language).toBe('en')
  expect(await languages()).toEqual(['en', 'zh'])
})
