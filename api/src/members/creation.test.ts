import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../test/support/families.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { expectWhole } from '../../test/support/undo.ts'
import { verifyPassword } from '../platform/runtime/index.ts'
import { readMember } from './members.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
afterAll(() => portal.close())

const count = async (table: string) => {
  const [row] = await portal.run((tx) =>
    tx.query<{ n: number }>(sql`select count(*)::int as n from ${sql.table(table)}`),
  )
  return row?.n
}

describe('a new member', () => {
  test('accepts the youngest and the oldest there can be, and lengths in code points', async () => {
    const note = '😀'.repeat(200)
    for (const dob of ['2026-11-20', '1926-11-20'])
      expect(await enrolMember(clerk, make.adult({ dob, note }))).toMatchObject({ kind: 'adult', dob, note })
  })

  test('stores names as they are written, trimmed and composed, and clears what is empty', async () => {
    const member = await enrolMember(clerk, make.adult({ name: '  Rene\u0301 ', chName: ' 陈美玲 ', school: '  ' }))
    expect(member).toMatchObject({ name: 'Ren\u00e9', chName: '陈美玲', school: null, isIndependent: true, wallet: 0 })
  })

  test('keeps the password only as a hash, and answers it nowhere', async () => {
    const answer = await clerk.post('/member', make.adult({ password: 'secret_word_9' }))
    expect(answer.body).not.toContain('secret_word_9')
    expect(answer.json()).not.toHaveProperty('password')
    const [row] = await portal.run((tx) =>
      tx.query<{ password: string }>(sql`select password from member where id = ${answer.json()._id}`),
    )
    expect(row?.password).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword('secret_word_9', row?.password ?? '')).toBe(true)
    const trail = await portal.run((tx) =>
      tx.query<{ text: string }>(
        sql`select change_to::text as text from audit_record where doc_id = ${answer.json()._id}`,
      ),
    )
    expect(trail.map(({ text }) => text).join()).not.toContain('argon2')
  })

  test('never shows a whole I/C number in the audit trail', async () => {
    const member = await enrolMember(clerk, make.adult({ icNo: '800101-01-5555' }))
    const [record] = await portal.run((tx) =>
      tx.query<{ text: string; description: string }>(
        sql`select change_to::text as text, description from audit_record where doc_id = ${member._id} and doc_type = 'member'`,
      ),
    )
    expect(record?.description).toBe(`Enrolled adult ${member.name}`)
    expect(record?.text).toContain('**********5555')
    expect(record?.text).not.toContain('800101')
  })
})

describe('the opening balance of a new member', () => {
  const entriesOf = async (id: string) => (await clerk.get(`/member/${id}/wallet`)).json().items

  test('is an entry in its wallet, of an adult and of a parent', async () => {
    for (const body of [make.adult({ wallet: 50 }), make.parent({ wallet: '50', children: [make.kid()] })]) {
      const member = await enrolMember(clerk, body)
      expect(member).toMatchObject({ wallet: 50, creditExpired: null })
      expect(await entriesOf(member._id)).toMatchObject([
        { kind: 'opening', credit: 50, balanceAfter: 50, cause: { type: 'opening', label: 'Opening balance' } },
      ])
    }
    await expectWhole(portal)
  })

  test('needs membership wallet; of none and of nothing it needs none and writes nothing', async () => {
    const registrar = await portal.as({ membership: ['view', 'create'] })
    const before = await count('member')
    expect((await registrar.post('/member', make.adult({ wallet: 50 }))).statusCode).toBe(403)
    expect(await count('member')).toBe(before)
    for (const wallet of [0, null, undefined]) {
      const { _id, wallet: balance } = await enrolMember(registrar, make.adult({ wallet }))
      expect([balance, await entriesOf(_id)]).toEqual([0, []])
    }
  })

  test('is a positive number, and not a dependent child’s, whose parents pay', async () => {
    const parent = await enrolMember(clerk, make.parent())
    const noWallet = 'Kid Alone has no wallet of its own, the parents pay'
    const kid = make.kid({ name: 'Kid Alone', mainIDs: [parent._id] })
    const refusals = [
      [make.adult({ wallet: -5 }), 400, 'Value must be positive', 'wallet'],
      [make.adult({ wallet: 1.5 }), 400, 'Wallet must be a whole number', 'wallet'],
      [{ ...kid, wallet: 50 }, 409, noWallet, 'wallet'],
    ] as const
    const before = await count('member')
    for (const [body, statusCode, message, path] of refusals)
      expect((await clerk.post('/member', body)).json()).toMatchObject({ statusCode, details: [{ path, message }] })
    expect(await count('member')).toBe(before)
    expect(await enrolMember(clerk, { ...kid, wallet: 0 })).toMatchObject({ wallet: 0 })
  })
})

describe('the kind of a new member', () => {
  test('is read from what was sent: parents make a child, an I/C number an adult, anything else is a parent', async () => {
    const parent = await enrolMember(clerk, make.parent())
    expect(parent).toMatchObject({ kind: 'parent', isIndependent: true, icNo: null })
    expect(await enrolMember(clerk, make.adult())).toMatchObject({ kind: 'adult' })
    const kid = await enrolMember(clerk, make.kid({ mainIDs: [parent._id], icNo: '150701-10-7777' }))
    expect(kid).toMatchObject({
      kind: 'child',
      isIndependent: false,
      icNo: '150701-10-7777',
      nationality: 'Malaysian',
      mainIDs: [{ _id: parent._id, name: parent.name, relationship: 'Father', wallet: 0, isDisable: false }],
    })
  })

  test('rules out what does not fit it', async () => {
    const parent = await enrolMember(clerk, make.parent())
    const misfits = [
      [make.parent({ kind: 'parent', icNo: '700101-10-1111' }), 'icNo'],
      [make.adult({ kind: 'adult', mainIDs: [parent._id] }), 'mainIDs'],
      [make.adult({ children: [make.kid()] }), 'children'],
      [make.kid({ kind: 'child' }), 'mainIDs'],
      [make.kid({ kind: 'child', mainIDs: [] }), 'mainIDs'],
      [make.kid({ kind: 'dog' }), 'kind'],
    ] as const
    for (const [body, path] of misfits) {
      const answer = await clerk.post('/member', body)
      expect([answer.statusCode, answer.json().details.map((detail: { path: string }) => detail.path)]).toEqual([
        400,
        [path],
      ])
    }
  })
})

describe('a child', () => {
  test('needs parents that exist, are parent accounts and are active', async () => {
    const adult = await enrolMember(clerk, make.adult())
    const gone = await enrolMember(clerk, make.parent({ isDisable: true, name: 'Gone Parent' }))
    const refusals = [
      [[unknown], 400, 'This parent does not exist'],
      [[adult._id], 400, 'Only a parent account can be chosen as parent'],
      [[gone._id], 409, 'Gone Parent is disabled'],
    ] as const
    for (const [mainIDs, statusCode, message] of refusals)
      expect((await clerk.post('/member', make.kid({ mainIDs }))).json()).toMatchObject({
        statusCode,
        message,
        details: [{ path: 'mainIDs', message }],
      })
  })

  test('needs neither e-mail nor password, and shares an e-mail with its parent', async () => {
    const parent = await enrolMember(clerk, make.parent())
    const kid = await enrolMember(clerk, make.kid({ mainIDs: [parent._id], email: parent.email, password: '' }))
    expect(kid.email).toBe(parent.email)
  })

  test('may have several parents, each once', async () => {
    const mother = await enrolMember(clerk, make.parent())
    const father = await enrolMember(clerk, make.parent())
    const kid = await enrolMember(clerk, make.kid({ mainIDs: [father._id, mother._id, father._id.toUpperCase()] }))
    expect(kid.mainIDs.map((each: { _id: string }) => each._id)).toEqual([mother._id, father._id])
  })
})

describe('a parent with children', () => {
  test('is created with all of them', async () => {
    const parent = await enrolMember(
      clerk,
      make.parent({ children: [make.kid({ name: 'Bo' }), make.kid({ name: 'Ai', nationality: 'Singaporean' })] }),
    )
    expect(parent.children).toMatchObject([
      { name: 'Ai', isIndependent: false, wallet: 0 },
      { name: 'Bo', isIndependent: false, wallet: 0 },
    ])
  })

  test('or not at all, and the message says which child is wrong', async () => {
    const taken = await enrolMember(clerk, make.adult())
    const before = [await count('member'), await count('wallet'), await count('audit_record')]
    const wrong = await clerk.post(
      '/member',
      make.parent({ children: [make.kid(), make.kid({ name: '', dob: '2030-01-01' })] }),
    )
    expect(wrong.json().details).toEqual([
      { path: 'children.1.name', message: 'This field is require' },
      { path: 'children.1.dob', message: 'Date of birth cannot be in the future' },
    ])
    const twice = await clerk.post('/member', make.parent({ children: [make.kid(), make.kid({ icNo: taken.icNo })] }))
    expect(twice.statusCode).toBe(409)
    expect(twice.json().details).toEqual([{ path: 'children.1.icNo', message: 'Another member has this I/C No.' }])
    expect([await count('member'), await count('wallet'), await count('audit_record')]).toEqual(before)
  })
})

describe('I/C numbers and e-mails', () => {
  test('belong to one member, however they are written', async () => {
    const first = await enrolMember(clerk, make.adult({ icNo: 'A90-1234 5' }))
    for (const icNo of ['a90-1234 5', 'A9012345', 'a 90 12345'])
      expect((await clerk.post('/member', make.adult({ icNo }))).json()).toMatchObject({
        statusCode: 409,
        details: [{ path: 'icNo', message: 'Another member has this I/C No.' }],
      })
    expect((await clerk.post('/member', make.parent({ email: first.email.toUpperCase() }))).json()).toMatchObject({
      statusCode: 409,
      details: [{ path: 'email', message: 'Another member has this email' }],
    })
  })

  test('also when two clerks save at once', async () => {
    const icNo = '991231-14-0001'
    const answers = await Promise.all(Array.from({ length: 6 }, () => clerk.post('/member', make.adult({ icNo }))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })
})

test('a disabled choice is no longer offered', async () => {
  const belt = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Retired', is_disable: true }))
  expect((await clerk.post('/member', make.adult({ belt }))).json()).toMatchObject({
    statusCode: 409,
    details: [{ path: 'belt' }],
  })
})

test('every new member gets a wallet, and is what its kind is whatever was sent', async () => {
  const member = await enrolMember(clerk, make.adult({ isProtected: true, isIndependent: false }))
  expect(member).toMatchObject({ wallet: 0, isProtected: false, isIndependent: true })
  expect(await count('wallet')).toBe(await count('member'))
})

test('a clerk without membership create is refused', async () => {
  const reader = await portal.as({ membership: ['view', 'edit'] })
  expect((await reader.post('/member', make.adult())).statusCode).toBe(403)
})

describe('a picture', () => {
  const form = async (body: Record<string, unknown>, file: Buffer) => {
    const data = new FormData()
    for (const [key, value] of Object.entries(body))
      data.set(key, typeof value === 'string' ? value : JSON.stringify(value))
    data.set('picture', new Blob([Uint8Array.from(file)]), 'face.png')
    const request = new Request('http://portal', { method: 'POST', body: data })
    return {
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    }
  }
  const nameIn = (link: string) => link.replace(/\?.*$/, '').split('/').at(-1)
  const png = () =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  const files = async () => (await readdir(join(portal.portal.config.dataDir, 'files'))).length

  test('arrives with the form, and both the picture and the small one can be opened', async () => {
    const { payload, headers } = await form(make.adult({ isDisable: false, memberType: null }), await png())
    const answer = await clerk.post('/member', payload, headers)
    expect(answer.statusCode).toBe(201)
    const { picture, pictureDIR, thumbnail, memberType } = answer.json()
    expect([pictureDIR, memberType]).toEqual([picture, null])
    for (const url of [picture, thumbnail])
      expect((await portal.app.inject({ url })).headers['content-type']).toBe('image/png')
  })

  test('comes with a parent and its children in one call', async () => {
    const body = make.parent({ children: [make.kid({ name: 'Ai' }), make.kid({ name: 'Bo', icNo: null })] })
    const { payload, headers } = await form(body, await png())
    const answer = await clerk.post('/member', payload, headers)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ kind: 'parent', children: [{ name: 'Ai' }, { name: 'Bo' }] })
    expect(nameIn(answer.json().picture)).toMatch(/\.png$/)
  })

  test('whose link was signed anew leaves the member unchanged for If-Match', async () => {
    const { payload, headers } = await form(make.adult(), await png())
    const { _id, picture } = (await clerk.post('/member', payload, headers)).json()
    const { etag } = (await clerk.get(`/member/${_id}`)).headers
    portal.clock.set('2026-11-20T05:01:00Z')
    const later = await portal.as()
    expect((await later.get(`/member/${_id}`)).json().picture).not.toBe(picture)
    const changed = await later.put(`/member/${_id}`, { school: 'SJK(C) Puay Chai' }, { 'if-match': String(etag) })
    portal.clock.set('2026-11-20T04:00:00Z')
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await clerk.put(`/member/${_id}`, { school: null }, { 'if-match': String(etag) })).statusCode).toBe(412)
  })

  test('that is none is refused, and leaves no member', async () => {
    const before = await count('member')
    const { payload, headers } = await form(make.adult(), Buffer.from('GIF89a is not allowed here'))
    expect((await clerk.post('/member', payload, headers)).json()).toMatchObject({
      statusCode: 415,
      details: [{ path: 'picture', message: 'Only accept file types png, jpg, jpeg' }],
    })
    expect(await count('member')).toBe(before)
  })

  test('of a member that is refused leaves no file', async () => {
    const taken = await enrolMember(clerk, make.adult())
    const before = await files()
    const { payload, headers } = await form(make.adult({ icNo: taken.icNo }), await png())
    expect((await clerk.post('/member', payload, headers)).statusCode).toBe(409)
    expect(await files()).toBe(before)
  })

  test('is replaced by the next one, and removed by its name', async () => {
    const before = await files()
    const first = await form(make.adult(), await png())
    const member = (await clerk.post('/member', first.payload, first.headers)).json()
    const second = await form({ school: 'SJK(C) Puay Chai' }, await png())
    const changed = await clerk.put(`/member/${member._id}`, second.payload, second.headers)
    expect(changed.json()).toMatchObject({ name: member.name, school: 'SJK(C) Puay Chai' })
    expect(nameIn(changed.json().picture)).not.toBe(nameIn(member.picture))
    expect(await files()).toBe(before + 2)
    expect((await clerk.put(`/member/${member._id}/remove/${nameIn(member.picture)}`)).statusCode).toBe(404)
    const removed = await clerk.put(`/member/${member._id}/remove/${nameIn(changed.json().picture)}`)
    expect(removed.json()).toMatchObject({ picture: null, pictureDIR: null, thumbnail: null })
    expect(await files()).toBe(before)
  })
})

test('the rules can be read without a database, for imports', async () => {
  await expect(readMember({ kind: 'child' }, { today: '2026-11-20', academy: 'Academy' })).rejects.toMatchObject({
    statusCode: 400,
  })
})
