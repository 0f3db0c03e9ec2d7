import { walletKindWords } from '@academy/contract/wallet/kind-words.ts'
import { type WalletKind, walletKinds } from '@academy/contract/wallet/rules.ts'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { showInstant, showSigned } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'

const isKind = (kind: string): kind is WalletKind => kind in walletKindWords

export const entryText = ({ kind }: Pick<LedgerEntry, 'kind'>): string => t(isKind(kind) ? walletKindWords[kind] : kind)

/** The options of the kind filter. */
export const kindOptions = () => walletKinds.map((value) => ({ value, label: entryText({ kind: value }) }))

export const signed = showSigned

/** What a reversal takes back, or what took an entry back, named by its day; undefined for a single entry. */
export function counterpartText({ reverses, counterpart }: Pick<LedgerEntry, 'reverses' | 'counterpart'>) {
  if (!counterpart) return undefined
  return t(reverses ? 'Takes back {what} of {at}, {credit}' : 'Taken back by {what} of {at}, {credit}', {
    what: entryText(counterpart),
    at: showInstant(counterpart.at),
    credit: signed(counterpart.credit),
  })
}
