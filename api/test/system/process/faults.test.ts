import { afterAll, beforeAll, expect, test } from 'vitest'
import { onePortal } from '../../faults/one-portal.ts'
import { countFaults, type Ground } from '../../faults/strikes.ts'

// `npm run faults` makes more of them, of more kinds, amid more work.
const [faults, writes] = [12, 168]

let ground: Ground
beforeAll(async () => {
  ground = await onePortal()
})
afterAll(() => ground?.end())

test(`${faults} faults amid verification and attendance: nothing acknowledged is lost, nothing is half done or done twice`, async () => {
  const count = await countFaults(ground, { faults, writes, clients: 8, classEvery: 4 })
  expect({ lost: count.lost, doubled: count.doubled }).toEqual({ lost: [], doubled: [] })
  const kinds = [...count.kinds.values()]
  expect(kinds.map(({ made }) => made)).toEqual([3, 3, 3, 3])
  expect(count.acknowledged).toBeGreaterThanOrEqual(writes)
  expect(kinds.reduce((sum, { unanswered }) => sum + unanswered, 0)).toBeGreaterThan(faults)
}, 600_000)
