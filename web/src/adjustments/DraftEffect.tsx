import { type AdjustableWallet, type Adjustment, adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../platform/client/api-error.ts'
import { t } from '../platform/client/i18n.ts'
import { callOptions, queryClient } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { walletChange } from '../platform/client/wallet-change.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { TryAgainButton } from '../platform/feedback/SignalLine.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { shortReason } from './short-reason.ts'

/** What saving the form in its current state would do. */
export interface DraftEffect {
  /** Saving approves as well. */
  approves: boolean
  /** The wallet before and after, in words; undefined until member and amount are chosen. */
  text?: string | undefined
  /** Why it would be refused, now or on approval. */
  problem?: string | undefined
  /** Why the wallet could not be read. */
  unread?: string | undefined
  /** Why it cannot be saved; a document refused only on approval can. */
  refusal?: string | undefined
  /** Who pays for the child that was chosen. */
  payers?: AdjustableWallet['payers'] | undefined
}

/** A balance is never shown from the cache. */
const walletNow = (member: string) => ({ ...callOptions(adjustments.wallet, { params: { member } }), staleTime: 0 })

function effectOn(wallet: AdjustableWallet, credit: number | null, approves: boolean, was?: Adjustment): DraftEffect {
  const refused = wallet.refused ?? undefined
  const after = wallet.wallet + (credit ?? 0)
  const short = credit ? shortReason(wallet.wallet, after) : undefined
  const isChosenNow = wallet._id !== was?.member._id
  return {
    approves,
    text: !refused && credit ? walletChange(wallet.name, wallet.wallet, after) : undefined,
    problem: refused ?? short,
    refusal: approves ? (refused ?? short) : isChosenNow ? refused : undefined,
    payers: wallet.payers,
  }
}

/**
 * The effect of the form while it is filled in (`effect`), checked again when saving: `look` resolves to whether to go
 * on, `lines` is the text of the question.
 */
export function useDraftEffect(form: FormInstance, adjustment?: Adjustment) {
  const approves = useSession().can('credit_adjust.approve')
  const member: string | null | undefined = Form.useWatch('member', form)
  const credit: number | null | undefined = Form.useWatch('adjustCredit', form)
  const [draft] = useState(() => ({ effect: { approves } as DraftEffect }))
  const { data: wallet, error } = useQuery({ ...walletNow(member ?? ''), enabled: Boolean(member) })
  const effect = wallet?._id === member ? wallet && effectOn(wallet, credit ?? null, approves, adjustment) : undefined

  async function confirmEffect({ member, adjustCredit }: { member: string; adjustCredit: number }): Promise<boolean> {
    try {
      const current = await queryClient.fetchQuery(walletNow(member))
      draft.effect = effectOn(current, adjustCredit, approves, adjustment)
    } catch {
      // The query has reported it already.
      return false
    }
    if (draft.effect.refusal) notice.warning(draft.effect.refusal)
    return !draft.effect.refusal
  }

  const unread = member && error ? errorMessage(error) : undefined
  return {
    effect: effect ?? { approves, unread },
    look: confirmEffect,
    lines: () => <EffectLines effect={draft.effect} />,
  }
}

/** The wallet before and after, or why not. */
export function EffectLines({ effect: { approves, text: words, problem } }: { effect: DraftEffect }) {
  return (
    <>
      {words && !approves && t('Nothing moves yet. Once it is approved:')}
      {words && <strong>{words}</strong>}
      {problem && <div className="adjustment-problem">{problem}</div>}
    </>
  )
}

/** In place of the effect. */
export const UnreadEffect = ({ problem }: { problem: string }) => (
  <Alert
    type="warning"
    className="adjustment-unread"
    title={t('What this does to the wallet could not be read.')}
    description={problem}
    action={<TryAgainButton />}
  />
)
