import { afterAll, describe, expect, test } from 'vitest'
import { openEnrolmentDesk } from '../../test/support/courses/enrolments.ts'

const { portal, clerk, desk } = await openEnrolmentDesk()
afterAll(() => portal.close())

describe('trials', () => {
  test('come first and second, and never a third time', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const trial = (creditType: string) => desk.send({ member, course, creditType })
    expect(await trial('trial2')).toMatchObject({ statusCode: 409, details: [{ path: 'creditType' }] })
    const first = await desk.enrol({ member, course, creditType: 'trial1' })
    expect(await desk.count(member, course)).toBe(1)
    expect(await trial('trial1')).toMatchObject({ statusCode: 409, details: [{ path: 'creditType' }] })
    await desk.edit(first._id, { isDisable: true })
    expect(await trial('trial1')).toMatchObject({ statusCode: 409, details: [{ path: 'creditType' }] })
    const second = await desk.enrol({ member, course, creditType: 'trial2' })
    await desk.edit(second._id, { isDisable: true })
    expect(await desk.count(member, course)).toBe(2)
    for (const type of ['trial1', 'trial2']) expect((await trial(type)).statusCode).toBe(409)
    expect(await desk.count(member, await desk.newCourse())).toBe(0)
    await desk.enrol({ member, course })
  })

  test('of one course at once: one gets it', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => desk.send({ member, course, creditType: 'trial1' })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(await desk.count(member, course)).toBe(1)
  })

  test('are counted one after the other, also when two enrolments become one at once', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const ended: string[] = []
    for (let each = 0; each < 4; each++) {
      const { _id } = await desk.enrol({ member, course })
      await desk.edit(_id, { isDisable: true })
      ended.push(_id)
    }
    const answers = await Promise.all(ended.map((id) => desk.edit(id, { creditType: 'trial1' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect(await desk.count(member, course)).toBe(1)
  })

  test('the second needs membership trial, and done needs membership done', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const editor = await portal.as({ membership: ['view', 'edit'] })
    const first = await desk.enrol({ member, course, creditType: 'trial1' }, editor)
    expect((await desk.edit(first._id, { isDisable: true }, editor)).statusCode).toBe(403)
    const closer = await portal.as({ membership: ['view', 'done'] })
    expect((await desk.edit(first._id, { isDisable: true, remark: 'and more' }, closer)).statusCode).toBe(403)
    expect(await desk.edit(first._id, { isDisable: true }, closer)).toMatchObject({ isDisable: true, isDone: true })
    expect((await desk.send({ member, course, creditType: 'trial2' }, editor)).statusCode).toBe(403)
    await desk.enrol(
      { member, course, creditType: 'trial2' },
      await portal.as({ membership: ['view', 'edit', 'trial'] }),
    )
  })

  test('once done keep credit type, credit and remark, and stay done', async () => {
    const { _id } = await desk.enrol({
      member: (await desk.adult())._id,
      course: await desk.newCourse(),
      creditType: 'trial1',
    })
    await desk.edit(_id, { isDisable: true })
    for (const body of [{ creditType: 'normal' }, { credit: 5 }, { remark: 'Late' }, { isDisable: false }])
      expect((await desk.edit(_id, body)).statusCode).toBe(409)
    expect(await desk.edit(_id, { creditType: 'trial1', credit: 0, remark: '', isDisable: true })).toMatchObject({
      statusCode: 200,
      isDone: true,
    })
    expect((await clerk.delete(`/enrollment/${_id}`)).statusCode).toBe(409)
  })

  test('are counted when an enrolment becomes one', async () => {
    const [{ _id: member }, course] = [await desk.adult(), await desk.newCourse()]
    const done = await desk.enrol({ member, course, creditType: 'trial1' })
    await desk.edit(done._id, { isDisable: true })
    const { _id } = await desk.enrol({ member, course, creditType: 'normal' })
    expect((await desk.edit(_id, { creditType: 'trial1' })).statusCode).toBe(409)
    expect(await desk.edit(_id, { creditType: 'trial2' })).toMatchObject({ creditType: 'trial2', credit: 0 })
    expect(await desk.edit(_id, { creditType: 'special' })).toMatchObject({ creditType: 'special', credit: 15 })
  })
})
