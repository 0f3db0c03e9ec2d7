import { expect, test } from 'vitest'
import { demoPasswords } from '../../seed/20-staff.ts'
import { seedAcademy } from '../../seed/academy.ts'
import { testPortal } from '../support/portal.ts'

// Its random data differ by day; on this one a payment that was to be cancelled had been rejected.
const day = '2026-11-23'

test(`the demo academy can be made on ${day}`, async () => {
  const portal = await testPortal()
  try {
    portal.clock.set(`${day}T04:00:00Z`)
    await portal.run((tx) => seedAcademy(tx, demoPasswords('correct_horse_1'), () => undefined))
    const owner = await portal.as()
    expect((await owner.get('/member?limit=1')).json().total).toBeGreaterThan(250)
    const adults = (await owner.get('/member?isAdult=true&limit=100')).json().items
    expect(adults.length).toBeGreaterThan(20)
    // No profile asks to check the number.
    for (const { icNo, gender } of adults) expect(Number(icNo.at(-1)) % 2, icNo).toBe(gender === 'Male' ? 1 : 0)
    const [coach] = (await owner.get('/user?searchText=coach')).json().items
    expect(coach).toMatchObject({ username: 'coach', coachRelated: { name: 'Master Lim Chee Keong' } })
    const own = `/course-scheduled-year?year=2026&instructor=${coach.coachRelated._id}`
    expect((await owner.get(own)).json().total).toBe(3)
    const evening = (await owner.get(`/cash-close/evening?day=${day}`)).json()
    expect(evening.items.length).toBeGreaterThanOrEqual(2)
    expect(evening.closed).toEqual([])
    const waiting = (await owner.get('/newcomer')).json().items
    expect(waiting).toEqual([expect.objectContaining({ creditType: 'trial1', takeBy: 'coach' })])
    expect((await owner.get('/cash-close?limit=1')).json().total).toBeGreaterThan(10)
  } finally {
    await portal.close()
  }
}, 400_000)
