import { afterAll, describe, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { testPortal, unknown } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
afterAll(() => portal.close())

const parent = (more: object = {}) => enrolMember(clerk, make.parent(more))
const kid = (mainIDs: string[]) => enrolMember(clerk, make.kid({ mainIDs }))
const get = async (id: string) => (await clerk.get(`/member/${id}`)).json()
const put = async (id: string, body: object) => {
  const answer = await clerk.put(`/member/${id}`, body)
  return { statusCode: answer.statusCode, ...answer.json() }
}
let courses = 0
const course = () =>
  portal.run(async (tx) => {
    const sport = await insertRow(tx, 'sport', { description: `Sport ${++courses}` })
    const centre = await insertRow(tx, 'centre', { description: `Centre ${courses}` })
    const credits = { normal: 10, normal2: 20, special: 15, free: 0 }
    return insertRow(tx, 'course', { name: `Course ${courses}`, sport, centre, ...credits })
  })
const enrol = async (member: string) => {
  const answer = await clerk.post('/enrollment', {
    member,
    course: await course(),
    creditType: 'normal',
    credit: 10,
  })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

describe('the parents of a child', () => {
  test('can be changed, but not all taken away', async () => {
    const [mother, father] = [await parent(), await parent()]
    const { _id } = await kid([mother._id])
    expect((await put(_id, { mainIDs: [mother._id, father._id] })).mainIDs).toHaveLength(2)
    expect((await put(_id, { mainIDs: [father._id] })).mainIDs).toMatchObject([{ _id: father._id }])
    expect(await put(_id, { mainIDs: [] })).toMatchObject({ statusCode: 400, details: [{ path: 'mainIDs' }] })
    expect(await put(_id, { mainIDs: [unknown] })).toMatchObject({ statusCode: 400, details: [{ path: 'mainIDs' }] })
  })

  test('of an independent child that outlived them here may stay none, a dependent one needs one', async () => {
    const mother = await parent()
    const { _id } = await kid([mother._id])
    await clerk.put(`/member/${mother._id}/independent/${_id}`)
    expect(await put(_id, { mainIDs: [] })).toMatchObject({ statusCode: 400, details: [{ path: 'mainIDs' }] })
    await put(mother._id, { isDisable: true })
    expect((await clerk.delete(`/member/${mother._id}`)).statusCode).toBe(200)
    expect(await put(_id, { mainIDs: [], note: 'On her own' })).toMatchObject({ statusCode: 200, mainIDs: [] })
  })

  test('keep the one who pays for a class', async () => {
    const [mother, father] = [await parent({ name: 'Mei' }), await parent()]
    const { _id } = await kid([mother._id])
    const enrolment = await enrol(_id)
    await put(_id, { mainIDs: [mother._id, father._id] })
    expect(await put(_id, { mainIDs: [father._id] })).toMatchObject({ statusCode: 409, details: [{ path: 'mainIDs' }] })
    await clerk.put(`/enrollment/${enrolment._id}`, { walletMember: father._id })
    expect((await put(_id, { mainIDs: [father._id] })).statusCode).toBe(200)
  })
})

describe('a child that becomes independent', () => {
  test('keeps its parents, and its own wallet pays from then on', async () => {
    const mother = await parent()
    const { _id } = await kid([mother._id])
    const active = await enrol(_id)
    const ended = await enrol(_id)
    await clerk.put(`/enrollment/${ended._id}`, { isDisable: true })
    const answer = await clerk.put(`/member/${mother._id}/independent/${_id}`)
    expect(answer.json()).toMatchObject({ isIndependent: true, mainIDs: [{ _id: mother._id }] })
    const payer = async (id: string) => (await clerk.get(`/enrollment/${id}`)).json().walletMember._id
    expect([await payer(active._id), await payer(ended._id)]).toEqual([_id, mother._id])
    expect(await put(_id, { wallet: 40, walletWas: 0 })).toMatchObject({ statusCode: 200, wallet: 40 })
    expect(await put(_id, { name: 'On His Own' })).toMatchObject({ name: 'On His Own' })
  })

  test('cannot go back, nor do it twice, disabled, or through somebody else', async () => {
    const [mother, stranger] = [await parent(), await parent()]
    const [first, second] = [await kid([mother._id]), await kid([mother._id])]
    const mark = async (by: string, child: string) => (await clerk.put(`/member/${by}/independent/${child}`)).statusCode
    expect(await mark(stranger._id, first._id)).toBe(404)
    expect(await mark(mother._id, unknown)).toBe(404)
    expect(await mark(mother._id, stranger._id)).toBe(404)
    expect(await mark(mother._id, first._id)).toBe(200)
    expect(await mark(mother._id, first._id)).toBe(409)
    expect(await put(first._id, { isIndependent: false })).toMatchObject({ isIndependent: true })
    await put(second._id, { isDisable: true })
    expect(await mark(mother._id, second._id)).toBe(409)
    expect(await get(second._id)).toMatchObject({ isIndependent: false })
  })

  test('leaves no class behind that was enrolled at the same moment', async () => {
    const mother = await parent()
    const { _id } = await kid([mother._id])
    const [, enrolled] = await Promise.all([clerk.put(`/member/${mother._id}/independent/${_id}`), enrol(_id)])
    expect((await clerk.get(`/enrollment/${enrolled._id}`)).json().walletMember._id).toBe(_id)
  })
})
