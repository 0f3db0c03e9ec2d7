import { sql } from 'kysely'
import type { Client, TestPortal } from '../portal.ts'
import { importFile, type SheetValue, sheetBy } from './sheets.ts'

export type Row = Record<string, SheetValue>

/** Rows of an import file, each of another person, and what importing them answers. */
export function memberImport(portal: TestPortal, clerk: Client) {
  let people = 0
  const adult = (more: Row = {}): Row => ({
    Kind: 'Adult',
    'English Name': `Import ${++people}`,
    'Date of Birth': '28-02-1990',
    'I/C No.': `900228-10-${5000 + people}`,
    Gender: 'Female',
    Nationality: 'Malaysian',
    Email: `import${people}@example.com`,
    'Coach Incharge': 'Farid bin Osman',
    ...more,
  })
  const parent = (more: Row = {}): Row => ({
    'English Name': `Import ${++people}`,
    Email: `import${people}@example.com`,
    Relationship: 'Father',
    ...more,
  })
  const child = (more: Row = {}): Row => ({
    Kind: 'Child',
    'English Name': `Import ${++people}`,
    'Date of Birth': '2016-07-01',
    Gender: 'Male',
    'Coach Incharge': 'Farid bin Osman',
    ...more,
  })

  const dry = async (rows: Row[]) => (await importFile(portal, clerk, await sheetBy(rows), { dryRun: true })).json()
  const send = async (rows: Row[], by = clerk, confirmed: string[] = []) =>
    importFile(portal, by, await sheetBy(rows), { confirmed })
  const problemsOf = async (...rows: Row[]) => (await dry(rows)).problems
  const found = async (searchText: string) =>
    (await clerk.get(`/member?searchText=${encodeURIComponent(searchText)}`)).json().items[0]
  const totals = () =>
    portal.run(async (tx) => {
      const [row] = await tx.query<{ members: number; audit: number; ledger: number }>(sql`
        select (select count(*)::int from member) as members, (select count(*)::int from audit_record) as audit,
          (select count(*)::int from wallet_entry) as ledger`)
      return row
    })
  return { adult, parent, child, dry, send, problemsOf, found, totals }
}
