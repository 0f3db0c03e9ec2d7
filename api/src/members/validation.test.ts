/** The messages of the member forms, one by one: the server checks what the screens check. */
import type { MemberKind } from '@academy/contract/members/fields.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../test/support/families.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
const parent = await enrolMember(clerk, make.parent())
const newBody: Record<MemberKind, (more?: object) => Record<string, unknown>> = {
  adult: (more) => ({ kind: 'adult', ...make.adult(more) }),
  child: (more) => ({ kind: 'child', ...make.kid({ mainIDs: [parent._id], ...more }) }),
  parent: (more) => ({ kind: 'parent', ...make.parent(more) }),
}
afterAll(() => portal.close())

const smile = '😀'

const required = 'This field is require'
const badCharacters = 'Email can only contain letters, numbers, @, ., _, and -'
const badEmail = 'Please enter a valid email address'
const shortPassword = 'Password must be at least 8 characters long'
const badPassword = 'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-'
const badPhone = 'Please enter a valid 10 - 12 digit phone number'
const unborn = 'Date of birth cannot be in the future'
const ancient = 'Date of birth cannot be more than 100 years ago'
const unsafe = 'Name contains characters that are not allowed'
const atMost = (label: string, length: number) => `${label} must be at most ${length} characters`

type Case = [field: string, given: unknown, message: string]

/** What every form says of a field, whether it must be filled in or not. */
const always: Case[] = [
  ['name', undefined, required],
  ['name', '', required],
  ['name', '   ', required],
  ['name', null, required],
  ['name', 7, 'Name must be text'],
  ['name', smile.repeat(101), atMost('Name', 100)],
  ['name', 'a\u0000b', unsafe],
  ['name', '\u202eevil', unsafe],
  ['name', 'half \ud83d of a smile', unsafe],
  ['chName', '陈'.repeat(101), atMost('Chinese Name', 100)],
  ['chName', ['陈'], 'Chinese Name must be text'],
  ['dob', '2026-11-21', unborn],
  ['dob', '9999-12-31', unborn],
  ['dob', '1926-11-19', ancient],
  ['dob', '1900-01-01', ancient],
  ['email', 'a+b@example.com', badCharacters],
  ['email', 'siew ling@example.com', badCharacters],
  ['email', '名@example.com', badCharacters],
  ['email', 'nobody', badEmail],
  ['email', 'nobody@nowhere', badEmail],
  ['email', 'a@@example.com', badEmail],
  ['email', '.a@example.com', badEmail],
  ['email', `${'x'.repeat(90)}@example.com`, atMost('Email', 100)],
  ['password', 'short_7', shortPassword],
  ['password', 'with a blank', badPassword],
  ['password', 'quote"quote', badPassword],
  ['password', 'pässwörter', badPassword],
  ['phoneNo', '012345678', badPhone],
  ['phoneNo', '0123456789012', badPhone],
  ['phoneNo', '012-3456789', badPhone],
  ['phoneNo', '+60123456789', badPhone],
  ['phoneNo', '٠١٢٣٤٥٦٧٨٩', badPhone],
  ['medical', smile.repeat(201), atMost('Medical Record', 200)],
  ['note', smile.repeat(201), atMost('Special Note', 200)],
  ['address', smile.repeat(201), atMost('House Address', 200)],
  ['school', 'x'.repeat(101), atMost('School', 100)],
  ['coachIncharge', unknown, 'This Coach does not exist'],
  ['belt', unknown, 'This Belt Color does not exist'],
  ['memberType', unknown, 'This Member Type does not exist'],
]

/** What is required where a member trains. */
const training: Case[] = [
  ['dob', undefined, required],
  ['dob', null, required],
  ['dob', '', required],
  ['dob', '2026-02-30', 'Date of Birth is not a day of the calendar.'],
  ['dob', '20/11/2015', 'Date of Birth can be read in two ways. Use YYYY-MM-DD, DD-MM-YYYY or YYYY/MM/DD.'],
  ['gender', undefined, required],
  ['gender', null, required],
  ['gender', '', required],
  ['gender', 'Other', 'Gender must be one of: Male, Female'],
  ['gender', 'male', 'Gender must be one of: Male, Female'],
  ['nationality', '', required],
  ['nationality', null, required],
  ['icNo', '90<script>', 'I/C No. can only contain letters, numbers, spaces and dashes'],
  ['icNo', '9'.repeat(31), atMost('I/C No.', 30)],
  ['coachIncharge', undefined, 'Coach Incharge is required'],
  ['coachIncharge', null, 'Coach Incharge is required'],
  ['coachIncharge', 'nonsense', 'Coach Incharge is required'],
]

const account: Case[] = [
  ['email', undefined, 'Email is required'],
  ['email', null, 'Email is required'],
  ['email', ' ', 'Email is required'],
  ['password', undefined, 'Password is required'],
  ['password', null, 'Password is required'],
  ['password', '', 'Password is required'],
]

const cases: Record<MemberKind, Case[]> = {
  adult: [
    ...always,
    ...training,
    ...account,
    ['icNo', undefined, required],
    ['icNo', null, required],
    ['icNo', '', required],
    ['nationality', undefined, required],
  ],
  child: [
    ...always,
    ...training,
    ['mainIDs', undefined, 'Please select a parent'],
    ['mainIDs', [], 'Please select a parent'],
    ['mainIDs', [unknown], 'This parent does not exist'],
  ],
  parent: [
    ...always,
    ...account,
    ['relationship', undefined, required],
    ['relationship', null, required],
    ['relationship', 'Father', required],
    ['relationship', unknown, 'This Relationship does not exist'],
    ['icNo', '700101-10-1111', 'A parent account has no I/C number'],
  ],
}

const kinds: MemberKind[] = ['adult', 'child', 'parent']

describe.each(kinds)('the form of a new %s', (kind) => {
  test.each(cases[kind])('says of %s %j: %s', async (path, given, message) => {
    const answer = await clerk.post('/member', newBody[kind]({ [path]: given }))
    expect([answer.statusCode, answer.json().details]).toEqual([400, [{ path, message }]])
    expect(answer.json().message).toBe(message)
  })

  test('says everything at once when nothing was filled in', async () => {
    const wanted = {
      adult: ['coachIncharge', 'dob', 'email', 'gender', 'icNo', 'name', 'nationality', 'password'],
      // Kids are Malaysian unless said otherwise.
      child: ['coachIncharge', 'dob', 'gender', 'mainIDs', 'name'],
      parent: ['email', 'name', 'password', 'relationship'],
    }
    const details: { path: string }[] = (await clerk.post('/member', { kind })).json().details
    expect(details.map(({ path }) => path).sort()).toEqual(wanted[kind])
  })

  test('takes what lies just inside every limit', async () => {
    const most = {
      name: smile.repeat(100),
      chName: '陈'.repeat(100),
      phoneNo: '012345678901',
      medical: smile.repeat(200),
      note: smile.repeat(200),
      address: smile.repeat(200),
      password: 'aZ0!@#$%^&*()_+=-',
    }
    const { password: _, ...kept } = most
    for (const dob of ['2026-11-20', '1926-11-20'])
      expect(await enrolMember(clerk, newBody[kind]({ ...most, dob }))).toMatchObject({ ...kept, kind, dob })
  })
})

test.each(['first.last_name-9@mail-1.example.com', 'A@b.my'])('%s is an e-mail address', async (email) => {
  expect(await enrolMember(clerk, newBody.adult({ email }))).toMatchObject({ email })
})

test('a child needs neither e-mail, password nor I/C number, and is Malaysian unless said otherwise', async () => {
  const nothing = { email: '', password: '', icNo: '', nationality: undefined }
  expect(await enrolMember(clerk, newBody.child(nothing))).toMatchObject({
    email: null,
    icNo: null,
    nationality: 'Malaysian',
  })
})

test('a parent needs neither birth date, gender nor coach', async () => {
  expect(await enrolMember(clerk, newBody.parent({ dob: '', gender: '', coachIncharge: null }))).toMatchObject({
    dob: null,
    gender: null,
    coachIncharge: null,
  })
})

describe('an edit', () => {
  const ids: Partial<Record<MemberKind, string>> = {}
  beforeAll(async () => {
    for (const kind of kinds) ids[kind] = (await enrolMember(clerk, newBody[kind]()))._id
  })
  // The password is no field of the edit form, and what is not sent stays as it is.
  const edited = kinds.flatMap((kind) =>
    cases[kind]
      .filter(([field, given]) => field !== 'password' && given !== undefined)
      .map((each): [MemberKind, ...Case] => [kind, ...each]),
  )
  test.each(edited)('of a %s says of %s %j: %s', async (kind, path, given, message) => {
    const answer = await clerk.put(`/member/${ids[kind]}`, { [path]: given })
    expect([answer.statusCode, answer.json().details]).toEqual([400, [{ path, message }]])
  })
})

describe('a picture', () => {
  async function send(content: Uint8Array, name: string) {
    const data = new FormData()
    for (const [field, value] of Object.entries(newBody.adult())) data.set(field, String(value))
    data.set('picture', new Blob([Uint8Array.from(content)]), name)
    const request = new Request('http://portal', { method: 'POST', body: data })
    const type = request.headers.get('content-type') ?? ''
    return clerk.post('/member', Buffer.from(await request.arrayBuffer()), { 'content-type': type })
  }
  const members = async () => {
    const [row] = await portal.rows<{ n: number }>(sql`select count(*)::int as n from member`)
    return row?.n
  }
  const square = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const
  const types = 'Only accept file types png, jpg, jpeg'
  const size = 'Exceeded maximum file size 3000KB'

  test('counts by what it is, not by what it is called', async () => {
    expect((await send(await sharp(square).jpeg().toBuffer(), 'face.png')).statusCode).toBe(201)
    expect((await send(await sharp(square).png().toBuffer(), 'face')).statusCode).toBe(201)
  })

  test.each([
    ['a gif called png', async () => await sharp(square).gif().toBuffer(), 415, types],
    ['a web page called png', async () => Buffer.from('<script>alert(1)</script>'), 415, types],
    ['the head of a png alone', async () => (await sharp(square).png().toBuffer()).subarray(0, 8), 415, undefined],
    ['one of more than 3000 KB', async () => Buffer.alloc(3000 * 1024 + 1, 0xff), 413, size],
  ] as const)('%s is refused, and nobody is enrolled', async (_, content, statusCode, message) => {
    const before = await members()
    const answer = await send(await content(), 'face.png')
    expect(answer.statusCode).toBe(statusCode)
    expect(answer.json().details).toMatchObject([{ path: 'picture', ...(message ? { message } : {}) }])
    expect(await members()).toBe(before)
  })
})
