import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../test/support/families.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { postTo } from '../../test/support/wallets.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
afterAll(() => portal.close())

const adult = (more: object = {}) => enrolMember(clerk, make.adult(more))
const parent = (more: object = {}) => enrolMember(clerk, make.parent(more))
const kid = (mainIDs: string[], more: object = {}) => enrolMember(clerk, make.kid({ mainIDs, ...more }))
const get = async (id: string) => (await clerk.get(`/member/${id}`)).json()
const put = async (id: string, body: object, by = clerk) => {
  const answer = await by.put(`/member/${id}`, body)
  return { statusCode: answer.statusCode, ...answer.json() }
}
const topUp = (member: string, credit: number) =>
  portal.run((tx) =>
    postTo(tx, {
      member,
      kind: 'opening',
      credit,
      cause: { key: tx.newId(), type: 'opening', id: null, label: 'Opening' },
    }),
  )

describe('an edit', () => {
  test('changes only what was sent', async () => {
    const before = await adult({ school: 'SMK Damansara', belt: choices.belt })
    const after = await put(before._id, { chName: '林志明', belt: null })
    expect(after).toMatchObject({ ...before, statusCode: 200, chName: '林志明', belt: null })
  })

  test.each([
    ['name', '', 'This field is require'],
    ['icNo', null, 'This field is require'],
    ['email', '', 'Email is required'],
    ['coachIncharge', null, 'Coach Incharge is required'],
    ['dob', '2026-11-21', 'Date of birth cannot be in the future'],
    ['phoneNo', '123', 'Please enter a valid 10 - 12 digit phone number'],
    ['kind', 'parent', 'The kind of a member cannot be changed'],
    ['mainIDs', [unknown], 'Only a child can have parents'],
  ])('refuses %s %j of an adult', async (path, given, message) => {
    const { _id } = await adult()
    expect(await put(_id, { [path]: given })).toMatchObject({ statusCode: 400, details: [{ path, message }] })
  })

  test('gives a parent no I/C number', async () => {
    const { _id } = await parent()
    expect(await put(_id, { icNo: '700101-10-1111' })).toMatchObject({ statusCode: 400, details: [{ path: 'icNo' }] })
    expect(await put(_id, { icNo: null, dob: '1980-01-01' })).toMatchObject({ statusCode: 200, dob: '1980-01-01' })
  })

  test('takes nobody else the I/C number', async () => {
    const [one, two] = [await adult(), await adult()]
    expect(await put(two._id, { icNo: one.icNo })).toMatchObject({ statusCode: 409, details: [{ path: 'icNo' }] })
  })

  test('does not set the password, which is given on creation only', async () => {
    const { _id } = await adult()
    const before = await portal.rows(sql`select password from member where id = ${_id}`)
    expect(await put(_id, { password: 'another_word_1' })).toMatchObject({
      statusCode: 400,
      details: [{ path: 'password' }],
    })
    expect(await portal.rows(sql`select password from member where id = ${_id}`)).toEqual(before)
  })

  test('keeps a choice that was disabled meanwhile', async () => {
    const belt = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Once' }))
    const { _id } = await adult({ belt })
    await portal.write(sql`update belt set is_disable = true where id = ${belt}`)
    expect(await put(_id, { belt, note: 'hello' })).toMatchObject({ statusCode: 200, belt: { beltColor: 'Once' } })
  })

  test('of nobody is a 404, and needs membership edit', async () => {
    expect((await put(unknown, { note: 'x' })).statusCode).toBe(404)
    const { _id } = await adult()
    expect((await put(_id, { note: 'x' }, await portal.as({ membership: ['view'] }))).statusCode).toBe(403)
  })

  test('says in the trail what changed', async () => {
    const { _id, name } = await adult()
    await put(_id, { note: 'Left-handed' })
    const [record] = await portal.rows<{ description: string; changeTo: unknown }>(
      sql`select description, change_to from audit_record where doc_id = ${_id} order by position desc limit 1`,
    )
    expect(record).toEqual({
      description: `Updated adult ${name}`,
      changeTo: [{ field: 'note', item: 'Left-handed', type: 'added' }],
    })
  })

  test('leaves no more than a glimpse of how to reach the person in the trail', async () => {
    const { _id } = await adult({ phoneNo: '0123456789' })
    await put(_id, { phoneNo: '0199999999', email: 'next.address@example.com', address: '9 Jalan Kenari' })
    const trail = await portal.rows<{ text: string }>(
      sql`select change_from::text || change_to::text as text from audit_record where doc_id = ${_id}`,
    )
    const text = trail.map((record) => record.text).join()
    for (const word of ['0123456789', '0199999999', 'next.address', 'Jalan Kenari']) expect(text).not.toContain(word)
    for (const field of ['phoneNo', 'email', 'address']) expect(text).toContain(`"field": "${field}"`)
    expect(text).toContain('******9999')
  })

  test('tells nothing of a medical record but that it changed, however short it is', async () => {
    const { _id } = await adult()
    const words = ['HIV+', '癫痫', 'epilepsy', 'asthma since 2019']
    for (const medical of words) await put(_id, { medical })
    const trail = await portal.rows<{ text: string }>(
      sql`select change_from::text || change_to::text as text from audit_record where doc_id = ${_id}`,
    )
    const text = trail.map((record) => record.text).join()
    for (const part of ['HIV', '癫', 'epsy', '2019']) expect(text).not.toContain(part)
    expect(text).toContain('"item": "****"')
  })

  test('leaves no record where nothing differs from what is stored', async () => {
    const { _id, name } = await adult({ note: 'Left-handed' })
    const stored = (await clerk.get(`/member/${_id}`)).json()
    const records = () =>
      portal.rows<{ n: number }>(sql`select count(*)::int as n from audit_record where doc_id = ${_id}`)
    const before = await records()
    for (const body of [{}, { name }, { note: 'Left-handed', isDisable: false }]) await put(_id, body)
    expect(await records()).toEqual(before)
    expect((await clerk.get(`/member/${_id}`)).json().updatedAt).toBe(stored.updatedAt)
    await put(_id, { note: null })
    expect(await records()).not.toEqual(before)
  })

  test('takes a dash for no I/C No.', async () => {
    const { _id } = await adult()
    for (const icNo of ['-', '- -', ' - ']) {
      const refused = await clerk.put(`/member/${_id}`, { icNo })
      expect([icNo, refused.statusCode, refused.json().details[0].path]).toEqual([icNo, 400, 'icNo'])
    }
  })

  test('with an outdated If-Match is refused', async () => {
    const { _id } = await adult()
    const { etag } = (await clerk.get(`/member/${_id}`)).headers
    const edit = (note: string) => clerk.put(`/member/${_id}`, { note }, { 'if-match': String(etag) })
    expect((await edit('first')).statusCode).toBe(200)
    expect((await edit('second')).statusCode).toBe(412)
  })
})

describe('disabling', () => {
  test('works both ways', async () => {
    const { _id } = await adult()
    expect(await put(_id, { isDisable: true })).toMatchObject({ isDisable: true })
    expect(await put(_id, { isDisable: false })).toMatchObject({ isDisable: false })
  })

  test('a protected member is refused', async () => {
    const { _id } = await adult({ name: 'House Account' })
    await portal.write(sql`update member set is_protected = true where id = ${_id}`)
    expect(await put(_id, { isDisable: true })).toMatchObject({
      statusCode: 409,
      message: 'House Account is protected and cannot be disabled',
    })
    expect(await get(_id)).toMatchObject({ isDisable: false })
  })
})

describe('the wallet field', () => {
  test('sets the balance by an entry of the difference', async () => {
    const { _id } = await adult()
    expect(await put(_id, { wallet: 120, walletWas: 0 })).toMatchObject({ statusCode: 200, wallet: 120 })
    expect(await put(_id, { wallet: 100, walletWas: 120, note: 'Corrected' })).toMatchObject({ wallet: 100 })
    const entries = await portal.rows(sql`select kind, credit from wallet_entry where member = ${_id} order by version`)
    expect(entries).toEqual([
      { kind: 'manual-edit', credit: 120 },
      { kind: 'manual-edit', credit: -20 },
    ])
  })

  test('writes nothing when nothing changed', async () => {
    const { _id } = await adult()
    await topUp(_id, 30)
    expect((await put(_id, { wallet: 30, walletWas: 30 })).statusCode).toBe(200)
    expect(await portal.rows(sql`select kind from wallet_entry where member = ${_id}`)).toEqual([{ kind: 'opening' }])
  })

  test('needs the balance the form was loaded with, and that it has not moved; then nothing else is saved either', async () => {
    const before = await adult()
    await topUp(before._id, 30)
    const edit = (more: object) => put(before._id, { name: 'Changed', wallet: 50, ...more })
    expect(await edit({})).toMatchObject({ statusCode: 400, details: [{ path: 'walletWas' }] })
    expect(await edit({ walletWas: 0 })).toMatchObject({ statusCode: 409, details: [{ path: 'wallet' }] })
    expect(await edit({ walletWas: 30, wallet: -1 })).toMatchObject({
      statusCode: 400,
      details: [{ path: 'wallet', message: 'Value must be positive' }],
    })
    expect(await edit({ walletWas: 30, wallet: 1.5 })).toMatchObject({ statusCode: 400 })
    expect(await edit({ walletWas: 30, wallet: 1e15 })).toMatchObject({ statusCode: 400 })
    expect(await get(before._id)).toMatchObject({ name: before.name, wallet: 30 })
  })

  test('equal to the present balance is no edit, whoever sends it and whatever else is sent', async () => {
    const { _id } = await adult()
    await topUp(_id, 30)
    const editor = await portal.as({ membership: ['view', 'edit'] })
    for (const by of [editor, clerk])
      for (const more of [{}, { walletWas: 30 }, { walletWas: null }])
        expect(await put(_id, { wallet: 30, note: 'fine', ...more }, by)).toMatchObject({ statusCode: 200, wallet: 30 })
    expect(await put(_id, { wallet: 31 }, editor)).toMatchObject({ statusCode: 403 })
    expect(await portal.rows(sql`select kind from wallet_entry where member = ${_id}`)).toEqual([{ kind: 'opening' }])
  })

  test('may hold more than is typed at once, and is sent back as it was read', async () => {
    const { _id } = await adult()
    await topUp(_id, 1_500_000)
    const whole = await get(_id)
    expect(await put(_id, { ...whole, note: 'Sent back whole' })).toMatchObject({ statusCode: 200, wallet: 1_500_000 })
    expect(await put(_id, { wallet: 1_500_001, walletWas: 1_500_000 })).toMatchObject({
      statusCode: 400,
      details: [{ path: 'wallet', message: 'Wallet must be at most 1000000' }],
    })
    expect(await put(_id, { wallet: 1_000_000, walletWas: 1_500_000 })).toMatchObject({ wallet: 1_000_000 })
  })

  test('needs membership wallet', async () => {
    const { _id } = await adult()
    const editor = await portal.as({ membership: ['view', 'edit'] })
    expect(await put(_id, { wallet: 50, walletWas: 0 }, editor)).toMatchObject({ statusCode: 403 })
    expect(await put(_id, { note: 'fine' }, editor)).toMatchObject({ statusCode: 200, wallet: 0 })
  })

  test('two clerks at once: the second is told that the balance moved', async () => {
    const { _id } = await adult()
    const answers = await Promise.all([60, 70].map((wallet) => put(_id, { wallet, walletWas: 0 })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('is closed for a dependent child, whose parents pay', async () => {
    const { _id } = await kid([(await parent())._id])
    expect(await put(_id, { wallet: 5, walletWas: 0 })).toMatchObject({
      statusCode: 409,
      details: [{ path: 'wallet' }],
    })
  })
})

test('whoever may edit members and not view them is told which one was changed, and no more', async () => {
  const one = await adult({ note: 'Only for who may view' })
  const editor = await portal.as({ membership: ['edit'] })
  const key = { 'idempotency-key': 'edit-without-view-0001' }
  for (const headers of [undefined, key, key]) {
    const answer = await editor.put(`/member/${one._id}`, { note: 'Changed' }, headers)
    expect(answer.json()).toEqual({ _id: one._id })
  }
  expect(await get(one._id)).toMatchObject({ note: 'Changed' })
  const mother = await parent()
  const { _id } = await kid([mother._id])
  expect((await editor.put(`/member/${mother._id}/independent/${_id}`)).json()).toEqual({ _id })
  expect(await get(_id)).toMatchObject({ isIndependent: true })
})
