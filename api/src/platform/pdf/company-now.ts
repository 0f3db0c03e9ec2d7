import type { Tx } from '../data/tx.ts'
import type { Company } from './letterhead.ts'

/** The academy as it is printed now: as configured, with the logo that was given on the screens, where there is one. */
export async function companyNow(tx: Tx): Promise<Company> {
  const { company } = tx.portal.config
  const brand = await tx.read().selectFrom('brand').select('print').executeTakeFirst()
  return brand?.print ? { ...company, logo: brand.print } : company
}
