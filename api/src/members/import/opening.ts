import { messages } from '@academy/contract/platform/messages.ts'
import { addMonths } from '@academy/contract/wallet/rules.ts'
import type { Detail } from '../../platform/http/index.ts'
import { creditIn, type FileRow } from './cells.ts'

const mostCredit = 1_000_000
const years = 10

/** What a new member's wallet starts with. */
interface OpeningBalance {
  credit: number
  creditExpired: string | null
  problems: Detail[]
}

/** The opening balance of a row: whole credits, at least 0, only with a wallet of the member's own. */
export function openingOf(
  cells: FileRow['cells'],
  { name, hasWallet, today }: { name: string; hasWallet: boolean; today: string },
): OpeningBalance {
  const problems: Detail[] = []
  const sent = cells.get('wallet')
  const credit = sent === undefined ? 0 : creditIn(sent)
  const creditExpired = cells.get('creditExpired') ?? null
  const problem = (path: string, message: string) => void problems.push({ path, message })
  if (credit === undefined) problem('wallet', 'Must be a whole number')
  else if (credit < 0) problem('wallet', messages.positive)
  else if (credit > mostCredit) problem('wallet', `Must be at most ${mostCredit}`)
  if (creditExpired !== null && creditExpired > addMonths(today, 12 * years))
    problem('creditExpired', `At most ${years} years ahead`)
  if (!hasWallet && credit !== 0) problem('wallet', `${name} has no wallet of its own, the parents pay`)
  if (!hasWallet && creditExpired !== null)
    problem('creditExpired', `${name} has no wallet of its own, the parents pay`)
  const isRefused = problems.some(({ path }) => path === 'wallet')
  return { credit: isRefused ? 0 : (credit ?? 0), creditExpired, problems }
}
