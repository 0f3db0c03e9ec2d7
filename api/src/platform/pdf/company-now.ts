import { academyNow } from '../data/academy.ts'
import type { Tx } from '../data/tx.ts'
import type { Company } from './letterhead.ts'

/** The academy as it is printed now, with the logo and the colour that were given on the screens. */
export async function companyNow(tx: Tx): Promise<Company> {
  const { creditPriceSen: _, lowBalance: __, ...details } = await academyNow(tx)
  const brand = await tx.read().selectFrom('brand').select(['print', 'palette']).executeTakeFirst()
  const { print, palette } = brand ?? {}
  return {
    ...tx.portal.config.company,
    ...details,
    ...(print ? { logo: print } : {}),
    ...(palette ? { accent: palette.light.fill } : {}),
  }
}
