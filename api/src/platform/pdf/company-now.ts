import { academyNow } from '../data/academy.ts'
import type { Tx } from '../data/tx.ts'
import type { Company } from './letterhead.ts'

/** The academy as it is printed now, with what was given on the screens. The environment's background of receipts comes before theirs. */
export async function companyNow(tx: Tx): Promise<Company> {
  const { creditPriceSen: _, lowBalance: __, language: ___, ...details } = await academyNow(tx)
  const brand = await tx.read().selectFrom('brand').select(['print', 'palette', 'backgroundPrint']).executeTakeFirst()
  const { print, palette, backgroundPrint } = brand ?? {}
  return {
    ...(backgroundPrint ? { background: backgroundPrint } : {}),
    ...tx.portal.config.company,
    ...details,
    ...(print ? { logo: print } : {}),
    ...(palette ? { accent: palette.light.fill } : {}),
  }
}
