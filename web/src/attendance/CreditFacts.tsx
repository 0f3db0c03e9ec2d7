import { showCredit } from '../kit/days.ts'
import { t } from '../kit/words.ts'
import { cover } from './marking.ts'

interface Props {
  terms: string
  wallet: number
  credit: number
  hasOutstanding: boolean
}

/** Credit type and what the paying wallet means for this class. */
export function CreditFacts({ terms, wallet, credit, hasOutstanding }: Props) {
  const state = cover(wallet, credit)
  return (
    <>
      {terms} · {t('wallet {n}', { n: showCredit(wallet) })}
      {state === 'short' && <b> · {t('not enough credit')}</b>}
      {state === 'last' && <b> · {t('last class')}</b>}
      {hasOutstanding && <b> · {t('open case')}</b>}
    </>
  )
}
