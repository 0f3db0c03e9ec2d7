/** Section 7, member: wallet, emergency contacts, classes and expiration. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Academy,
  buildAcademy,
  buildAdult,
  buyPackage,
  clerkRights,
  type Document,
  userWith,
  walletOf,
} from './academy.ts'
import { formOf, type SpecificationClient } from './client.ts'
import { startPortal } from './start.ts'

let admin: SpecificationClient
let clerk: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  clerk = await userWith(admin, 'clerk', clerkRights)
})
afterAll(() => close())

test('the wallet field sets the balance for those with membership wallet, once the balance is named', async () => {
  const member = await buildAdult(admin, academy)
  const whole = await admin.get(`/member/${member._id}`)
  const unnamed = await admin.refused('PUT', `/member/${member._id}`, { ...whole, wallet: 60 })
  expect([unnamed.statusCode, unnamed.details?.map(({ path }) => path)]).toEqual([400, ['walletWas']])
  await admin.put(`/member/${member._id}`, formOf({ ...whole, wallet: 60, walletWas: 110 }))
  expect(await walletOf(admin, member)).toBe(60)
  expect((await admin.refused('PUT', `/member/${member._id}`, { wallet: 70, walletWas: 110 })).statusCode).toBe(409)
  expect((await admin.get(`/member/${member._id}/wallet`)).items[0]).toMatchObject({ credit: -50, balanceAfter: 60 })
})

test('emergency contacts: create, get, list of one and of all, update, disable, delete', async () => {
  const member = await buildAdult(admin, academy, { credit: false })
  const path = `/member/${member._id}/emergency-contact`
  const body = {
    name: 'Ismail',
    relationship: 'Brother',
    phoneNo: '0123456789',
    email: 'ismail@example.com',
    isDisable: false,
  }
  const contact = await clerk.post(path, body)
  expect(await clerk.get(`${path}/${contact._id}`)).toMatchObject(body)
  expect((await clerk.get(path)).items).toMatchObject([body])
  const all = await clerk.get('/member/emergency-contact', { member: member._id, offset: 0, limit: 50 })
  expect(all.items.map(({ _id }: Document) => _id)).toContain(contact._id)
  await clerk.put(`${path}/${contact._id}`, { ...contact, name: 'Ismail bin Abu', email: '' })
  expect(await clerk.get(`${path}/${contact._id}`)).toMatchObject({ ...body, name: 'Ismail bin Abu', email: null })
  await clerk.put(`${path}/${contact._id}`, { isDisable: true })
  expect((await clerk.get(`/member/${member._id}`)).emergencyContact).toMatchObject([{ isDisable: true }])
  for (const [field, length] of [
    ['name', 61],
    ['phoneNo', 31],
    ['email', 101],
  ] as const)
    expect((await clerk.refused('POST', path, { ...body, [field]: 'x'.repeat(length) })).details?.[0]?.path).toBe(field)
  for (const field of ['name', 'phoneNo'])
    expect((await clerk.refused('POST', path, { ...body, [field]: '' })).details?.map((detail) => detail.path)).toEqual(
      [field],
    )
  await clerk.delete(`${path}/${contact._id}`)
  expect((await clerk.get(path)).items).toEqual([])
})

test('member classes: create, get, list of one and of all, update, delete', async () => {
  const member = await buildAdult(admin, academy, { credit: false })
  const path = `/member/${member._id}/member-classes`
  const body = {
    member: member._id,
    course: academy.course._id,
    creditType: 'normal',
    credit: 10,
    remark: '',
    isDisable: false,
  }
  const made = await clerk.post(path, body)
  expect(await clerk.get(`${path}/${made._id}`)).toMatchObject({
    creditType: 'normal',
    credit: 10,
    course: { _id: academy.course._id },
  })
  expect((await clerk.get(path)).total).toBe(1)
  const all = await clerk.get('/member/member-classes', { member: member._id, limit: 1000 })
  expect(all.items.map(({ _id }: Document) => _id)).toEqual([made._id])
  await clerk.put(`${path}/${made._id}`, { ...made, creditType: 'special', credit: '8', remark: 'Sibling' })
  expect(await clerk.get(`${path}/${made._id}`)).toMatchObject({ creditType: 'special', credit: 8, remark: 'Sibling' })
  expect((await clerk.get(`/member/${member._id}`)).classes).toMatchObject([{ credit: 8 }])
  await clerk.delete(`${path}/${made._id}`)
  expect((await clerk.get(path)).items).toEqual([])
})

test('expired credit is cleared only once it has expired', async () => {
  const member = await buildAdult(admin, academy)
  expect((await admin.refused('DELETE', `/expiration/${member._id}`)).statusCode).toBe(409)
  await admin.put(`/expiration/${member._id}`, { expirationDate: '2026-11-19' })
  expect(await admin.get(`/expiration/${member._id}`)).toMatchObject({ expiredIn: -1, wallet: 110 })
  expect((await clerk.refused('DELETE', `/expiration/${member._id}`)).statusCode).toBe(403)
  await admin.delete(`/expiration/${member._id}`)
  expect(await walletOf(admin, member)).toBe(0)
  await buyPackage(admin, academy, member)
  expect(await walletOf(admin, member)).toBe(110)
})
