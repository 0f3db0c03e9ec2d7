import { afterAll, expect, test } from 'vitest'
import { insertRow } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'
import { keptStatements } from './month-files.ts'

const portal = await testPortal()
afterAll(() => portal.close())

test('coaches whose names make the same file name each have a file, and vowel signs stay', async () => {
  const names = ['Lim A', 'Lim-A', 'Lim.A', 'Lim A 2', 'முருகன்']
  const files = await portal.run(async (tx) => {
    const designation = await insertRow(tx, 'designation', { designation: 'Coach' })
    const coaches: string[] = []
    for (const name of names)
      coaches.push(await insertRow(tx, 'coach', { name, designation, email: 'coach@example.com' }))
    return (await keptStatements(tx, '2026-10', coaches)).map(({ name }) => name)
  })
  expect(files).toEqual([
    'Coach_Settlement_Lim_A_2026-10.pdf',
    'Coach_Settlement_Lim_A_2026-10_2.pdf',
    'Coach_Settlement_Lim_A_2026-10_3.pdf',
    'Coach_Settlement_Lim_A_2_2026-10.pdf',
    'Coach_Settlement_முருகன்_2026-10.pdf',
  ])
})
