/** The credit packages that can be bought, what they cost, and how they are told. */
import { creditPackages } from '@academy/contract/lists/credit-packages.ts'
import { listRoutes } from '@academy/contract/platform/list.ts'
import { amountOf, sen } from '@academy/contract/wallet/rules.ts'
import { z } from 'zod'
import { useConfig } from '../platform/client/config/config.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'

const packageRow = z.object({
  _id: z.string(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  credit: z.number(),
  addition: z.number().nullable(),
  /** Months. */
  duration: z.number(),
})
export type Package = z.output<typeof packageRow>

export const packageList = listRoutes(creditPackages).list
const maxPackages = 1000

/** Those that are not disabled, the smallest first; none where they may not be seen, or are not read yet. */
export function usePackages(enabled: boolean): { packages: Package[]; isRead: boolean } {
  const { data } = useCall(
    packageList,
    { query: { isDisable: false, limit: maxPackages, sort: '+credit' } },
    { enabled },
  )
  return { packages: (data?.items ?? []).map((entry) => packageRow.parse(entry)), isRead: data !== undefined }
}

/** In sen, as the server will compute it. */
export function usePriceOf() {
  const config = useConfig()
  return (bought: Package) => amountOf(bought.credit, sen(config?.creditPrice ?? '1.00'))
}

export const creditText = ({ credit, addition }: Package) =>
  addition
    ? t('{credit} + {addition} extra credits', { credit: showCredit(credit), addition: showCredit(addition) })
    : t(credit === 1 ? '{credit} credit' : '{credit} credits', { credit: showCredit(credit) })

export const monthText = (months: number) => t(months === 1 ? '{n} month' : '{n} months', { n: months })
