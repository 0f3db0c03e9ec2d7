import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { holdTable, whenLockedOut } from '../../test/support/platform/hold.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { family } from '../../test/support/students.ts'
import { atOnce, expectWhole } from '../../test/support/undo.ts'
import { adultWith, expireOn } from '../../test/support/wallets.ts'

const yesterday = '2026-11-19'
const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const newest = async (member: string) => (await clerk.get(`/member/${member}/wallet`)).json().items[0]
const state = async (member: string) => (await clerk.get(`/expiration/${member}`)).json()
const undo = (member: string, entry: string, by = clerk) => by.post(`/expiration/${member}/cleared/${entry}/undo`)
const rehearse = (member: string, entry: string, by = clerk) =>
  by.post(`/expiration/${member}/cleared/${entry}/undo/rehearse`)

/** A wallet whose credit expired yesterday and was cleared, and the entry that did it. */
async function cleared(credit = 40) {
  const member = await adultWith(portal, credit, yesterday)
  expect((await clerk.delete(`/expiration/${member}`)).statusCode).toBe(200)
  return { member, entry: (await newest(member))._id }
}

describe('putting cleared credit back', () => {
  test('is told first and then done, by an entry that reverses the clearing', async () => {
    const { member, entry } = await cleared()
    const effect = (await rehearse(member, entry)).json()
    expect(effect).toMatchObject({
      wallets: [{ wallet: { from: 0, to: 40 }, creditExpired: { from: yesterday, to: yesterday } }],
      made: null,
    })
    expect(effect.lines[0]).toMatch(/^The 40 credits cleared on 20-11-2026 12:00 come back/)
    expect((await state(member)).wallet).toBe(0)
    expect((await undo(member, entry)).json()).toEqual(effect)
    expect(await state(member)).toMatchObject({ wallet: 40, creditExpired: yesterday })
    expect(await newest(member)).toMatchObject({
      kind: 'expired',
      credit: 40,
      reverses: entry,
      cause: { type: 'expiry', label: 'Put back: Expired on 19-11-2026' },
    })
    const trail = await portal.run((tx) =>
      tx.query<{ description: string }>(
        sql`select description from audit_record where doc_id = ${member} order by position desc limit 1`,
      ),
    )
    expect(trail[0]?.description).toMatch(/^Put back: Expired on .+: \+40 credits/)
    await expectWhole(portal)
  })

  test('happens once at a time; cleared again, the new clearing is put back too', async () => {
    const { member, entry } = await cleared()
    expect(await atOnce(() => undo(member, entry))).toEqual([200, 409, 409, 409])
    expect((await rehearse(member, entry)).json().message).toMatch(
      /^This credit was put back already by .+ on 20-11-2026/,
    )
    expect((await clerk.delete(`/expiration/${member}`)).statusCode).toBe(200)
    expect((await undo(member, (await newest(member))._id)).statusCode).toBe(200)
    expect((await state(member)).wallet).toBe(40)
    await expectWhole(portal)
  })

  test('is refused once the wallet has another expiry: the credit would be good until a day nobody paid it for', async () => {
    const { member, entry } = await cleared()
    await clerk.put(`/expiration/${member}`, { expirationDate: '2027-05-20' })
    const answer = await undo(member, entry)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The wallet was given the expiry 20-05-2027 since, and the credit would be good until then. A credit adjustment can give it back.',
    ])
    expect(await state(member)).toMatchObject({ wallet: 0, creditExpired: '2027-05-20' })
    await clerk.put(`/expiration/${member}`, { expirationDate: '2026-11-18' })
    expect((await undo(member, entry)).statusCode).toBe(200)
  })

  test('against an expiry that is given at the same moment: never credit that nobody paid for, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      const { member, entry } = await cleared()
      const give = () => clerk.put(`/expiration/${member}`, { expirationDate: '2027-05-20' })
      const [undone] = await (round % 2 === 0
        ? Promise.all([undo(member, entry), give()])
        : Promise.all([give(), undo(member, entry)]).then((both) => both.toReversed()))
      expect([200, 409]).toContain(undone?.statusCode)
      expect((await state(member)).wallet).toBe(undone?.statusCode === 200 ? 40 : 0)
    }
    await expectWhole(portal)
  })

  test('waits for the deletion of the family, which is asked for by a child: then there is nobody to have it', async () => {
    const { parent, children } = await family(portal, 40, 'Kim')
    await portal.run((tx) => expireOn(tx, parent, yesterday))
    await clerk.delete(`/expiration/${parent}`)
    const entry = (await newest(parent))._id
    for (const id of [...children, parent]) await clerk.put(`/member/${id}`, { isDisable: true })
    // Read once wallets are locked.
    const release = await holdTable(portal, 'emergency_contact')
    const deletion = clerk.delete(`/family/${children[0]}`)
    await whenLockedOut(portal)
    const late = [undo(parent, entry), clerk.put(`/expiration/${parent}`, { expirationDate: '2027-05-20' })]
    await whenLockedOut(portal, 3)
    await release()
    expect((await deletion).statusCode).toBe(200)
    expect((await Promise.all(late)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
    const wallets = await portal.rows(sql`select balance, credit_expired from wallet where member = ${parent}`)
    expect(wallets).toEqual([{ balance: 0, creditExpired: yesterday }])
  })

  test('needs clearExpired, and an entry of this wallet that cleared it', async () => {
    const { member, entry } = await cleared()
    const other = await cleared()
    const viewer = await portal.as({ membership: ['view', 'edit', 'wallet', 'expiration'] })
    const opening = (await clerk.get(`/member/${member}/wallet?sort=%2Bat`)).json().items[0]._id
    for (const call of [undo, rehearse]) {
      expect((await call(member, entry, viewer)).statusCode).toBe(403)
      for (const [of, wrong] of [
        [member, unknown],
        [member, 'x'],
        [member, other.entry],
        [member, opening],
        [unknown, entry],
      ] as const)
        expect((await call(of, wrong)).statusCode).toBe(404)
    }
    expect((await state(member)).wallet).toBe(0)
  })

  test('counts as credit that came in wherever credit is summed up', async () => {
    const { member, entry } = await cleared()
    await undo(member, entry)
    const day = 'startDate=2026-11-20&endDate=2026-11-20'
    const overall = (await clerk.get(`/report/overall-flow-report?dateTime=2026-11-20&member=${member}`)).json()
    expect(overall).toMatchObject({ totalFlowIn: 80, totalFlowOut: 40, totalExpired: 40, totalBalance: 40 })
    const statement = (await clerk.get(`/report/statement-report?${day}&member=${member}`)).json()
    expect(statement, JSON.stringify(statement)).toMatchObject({ totalExpired: 40, totalBalance: 40 })
  })
})
