import { type AdjustableWallet, type Adjustment, adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { callOptions, queryClient } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { moveWords, shortWords } from './effect-words.ts'

/** What saving the form as it stands would do. */
export interface DraftEffect {
  /** Saving approves as well. */
  approves: boolean
  /** The wallet before and after, in words; none before member and amount are chosen. */
  words?: string | undefined
  /** Why it would be refused, now or at its approval, if so. */
  problem?: string | undefined
  /** Why it cannot be saved, if so: what moves nothing yet may be written down all the same. */
  refusal?: string | undefined
}

/** A balance is never shown from memory. */
const walletNow = (member: string) => ({ ...callOptions(adjustments.wallet, { params: { member } }), staleTime: 0 })

function effectOn(wallet: AdjustableWallet, credit: number | null, approves: boolean, was?: Adjustment): DraftEffect {
  const refused = wallet.refused ?? undefined
  const move = { name: wallet.name, before: wallet.wallet, after: wallet.wallet + (credit ?? 0) }
  const short = credit ? shortWords(move) : undefined
  const isChosenNow = wallet._id !== was?.member._id
  return {
    approves,
    words: !refused && credit ? moveWords(move) : undefined,
    problem: refused ?? short,
    refusal: approves ? (refused ?? short) : isChosenNow ? refused : undefined,
  }
}

/**
 * What the form would do while it is filled in (`effect`), and once more at the moment of saving: `look` answers whether
 * to go on, `lines` is what the question then says.
 */
export function useDraftEffect(form: FormInstance, adjustment?: Adjustment) {
  const approves = useSession().can('credit_adjust.approve')
  const member: string | null | undefined = Form.useWatch('member', form)
  const credit: number | null | undefined = Form.useWatch('adjustCredit', form)
  const [asked] = useState(() => ({ effect: { approves } as DraftEffect }))
  const { data: wallet } = useQuery({ ...walletNow(member ?? ''), enabled: Boolean(member) })
  const effect = wallet?._id === member ? wallet && effectOn(wallet, credit ?? null, approves, adjustment) : undefined

  async function look({ member, adjustCredit }: { member: string; adjustCredit: number }): Promise<boolean> {
    try {
      const fresh = await queryClient.fetchQuery(walletNow(member))
      asked.effect = effectOn(fresh, adjustCredit, approves, adjustment)
    } catch {
      // Said by the query already.
      return false
    }
    if (asked.effect.refusal) notice.warning(asked.effect.refusal)
    return !asked.effect.refusal
  }

  return { effect: effect ?? { approves }, look, lines: () => <EffectLines effect={asked.effect} /> }
}

/** The wallet before and after, or why not. */
export function EffectLines({ effect: { approves, words, problem } }: { effect: DraftEffect }) {
  return (
    <>
      {words && !approves && t('Nothing moves yet. Once it is approved:')}
      {words && <strong>{words}</strong>}
      {problem && <div className="adjustment-problem">{problem}</div>}
    </>
  )
}
