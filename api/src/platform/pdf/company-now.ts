import type { Tx } from '../data/tx.ts'
import type { Company } from './letterhead.ts'

/** The academy as it is printed now: as configured, with the logo and the colour that were given on the screens. */
export async function companyNow(tx: Tx): Promise<Company> {
  const { company } = tx.portal.config
  const brand = await tx.read().selectFrom('brand').select(['print', 'palette']).executeTakeFirst()
  const { print, palette } = brand ?? {}
  return { ...company, ...(print ? { logo: print } : {}), ...(palette ? { accent: palette.light.fill } : {}) }
}
