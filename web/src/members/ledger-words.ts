import type { WalletKind } from '@academy/contract/wallet/rules.ts'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { showCredit, showInstant } from '../kit/days.ts'
import { t } from '../kit/words.ts'

/** What happened, in words a parent understands. */
const kindWords: Record<WalletKind, string> = {
  purchase: 'Package bought',
  'purchase-cancelled': 'Purchase cancelled',
  attendance: 'Class attended',
  'attendance-reversed': 'Class charge taken back',
  adjustment: 'Credit adjustment',
  'manual-edit': 'Balance edited by hand',
  expired: 'Expired credit cleared',
  opening: 'Opening balance',
  transfer: 'Transfer',
}

const isKind = (kind: string): kind is WalletKind => kind in kindWords

export const whatWords = ({ kind }: Pick<LedgerEntry, 'kind'>): string => t(isKind(kind) ? kindWords[kind] : kind)

/** '+120' or '-10': the sign tells what the colour tells. */
export const signed = (credit: number): string => `${credit > 0 ? '+' : ''}${showCredit(credit)}`

/** What a reversal takes back, named by its day when the entry is among those at hand. */
export function reversalWords(entry: LedgerEntry, others: readonly LedgerEntry[]): string | undefined {
  if (!entry.reverses) return undefined
  const original = others.find(({ _id }) => _id === entry.reverses)
  if (!original) return t('Takes back an earlier entry of {credit}', { credit: signed(-entry.credit) })
  return t('Takes back {what} of {at}, {credit}', {
    what: whatWords(original),
    at: showInstant(original.at),
    credit: signed(original.credit),
  })
}
