import { type Selectable, sql } from 'kysely'
import { academyColumns, academyFrom, type StoredAcademy } from '../data/academy.ts'
import { plannedOnce } from '../data/reads.ts'
import type { Schema } from '../data/schema.ts'
import type { Tx } from '../data/tx.ts'
import type { Company } from './letterhead.ts'

type Stored = StoredAcademy & Pick<Selectable<Schema['brand']>, 'print' | 'palette' | 'backgroundPrint'>

const stored = sql<Stored>`select ${academyColumns}, print, palette, background_print from brand ${plannedOnce}`

/** The academy as it is printed now, with what was given on the screens. The environment's background of receipts comes before theirs. */
export async function companyNow(tx: Tx): Promise<Company> {
  const [row] = await tx.query(stored)
  const { creditPriceSen: _, lowBalance: __, language: ___, ...details } = academyFrom(tx.portal.config, row)
  const { print, palette, backgroundPrint } = row ?? {}
  return {
    ...(backgroundPrint ? { background: backgroundPrint } : {}),
    ...tx.portal.config.company,
    ...details,
    ...(print ? { logo: print } : {}),
    ...(palette ? { accent: palette.light.fill } : {}),
  }
}
