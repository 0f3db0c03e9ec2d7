import { sql } from 'kysely'
import type { Config, Portal } from '../runtime/index.ts'
import { plannedOnce } from './reads.ts'
import type { Tx } from './tx.ts'

/** The academy as it calls itself now. */
export interface Academy {
  name: string
  registration: string
  address: string
  phone: string
  creditPriceSen: number
  /** Credits from which on down a wallet is low. */
  lowBalance: number
  /** In which members are told what they are told first. */
  language: Config['language']
}

/** What was said on the screens; null where nothing was. */
export interface StoredAcademy {
  companyName: string | null
  registration: string | null
  address: string | null
  phone: string | null
  creditPrice: number | null
  lowBalance: number | null
  language: Config['language'] | null
}

/** Its columns in `brand`. */
export const academyColumns = sql`company_name, registration, address, phone, credit_price, low_balance, language`
const stored = sql<StoredAcademy>`select ${academyColumns} from brand ${plannedOnce}`

/** The environment comes first, then the screens, then the product's own. */
export function academyFrom(
  { company, creditPriceSen, lowBalance, language, given }: Config,
  row: StoredAcademy | undefined,
): Academy {
  return {
    name: (given.companyName ? null : row?.companyName) ?? company.name,
    registration: (given.registration ? null : row?.registration) ?? company.registration,
    address: (given.address ? null : row?.address) ?? company.address,
    phone: (given.phone ? null : row?.phone) ?? company.phone,
    creditPriceSen: (given.creditPrice ? null : row?.creditPrice) ?? creditPriceSen,
    lowBalance: (given.lowBalance ? null : row?.lowBalance) ?? lowBalance,
    language: (given.language ? null : row?.language) ?? language,
  }
}

/** The price of a credit in sen, inside a query. */
export const creditPriceSen = ({ portal: { config } }: Tx) =>
  config.given.creditPrice
    ? sql<number>`${config.creditPriceSen}::int`
    : sql<number>`coalesce((select credit_price from brand), ${config.creditPriceSen}::int)`

/** From how many credits on down a wallet is low, inside a query. */
export const lowBalanceNow = ({ portal: { config } }: Tx) =>
  config.given.lowBalance
    ? sql<number>`${config.lowBalance}::int`
    : sql<number>`coalesce((select low_balance from brand), ${config.lowBalance}::int)`

export const academyNow = async (tx: Tx): Promise<Academy> => academyFrom(tx.portal.config, (await tx.query(stored))[0])

/** The same outside of a transaction. */
export const academyOf = async ({ config, database }: Pick<Portal, 'config' | 'database'>): Promise<Academy> =>
  academyFrom(config, (await database.query(stored))[0])
