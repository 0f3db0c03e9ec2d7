/** The actions of a credit adjustment, in the list and on its page. `adjustmentCan` says which state allows what. */

import { type Adjustment, adjustmentFileName, adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { type AdjustmentAction, type AdjustmentStatus, adjustmentProblem } from '@academy/contract/adjustments/rules.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOpenOrders } from '../payments/index.ts'
import { showSigned } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { callOptions, queryClient } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { walletChange } from '../platform/client/wallet-change.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { WalletUndo } from '../platform/feedback/UndoButton.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Tag } from '../ui/first/Tag.tsx'

interface ActionProps {
  adjustment: Adjustment
  appearance?: 'link' | 'primary' | 'default'
}

const disabledReason = (adjustment: Adjustment, action: AdjustmentAction) =>
  t(adjustmentProblem(adjustment, action) ?? '')

export const AdjustmentTag = ({ status }: { status: AdjustmentStatus }) => (
  <Tag color={status === 'Approved' ? 'success' : 'warning'}>{t(status)}</Tag>
)

/** Asks with the current wallet and approves what was shown, whatever the list behind says. */
export function ApproveButton({ adjustment, appearance: look = 'link' }: ActionProps) {
  const { user } = useSession()
  const [loading, setLooking] = useState(false)
  const [question] = useState(() => ({ effect: '' }))
  const approve = useAction(adjustments.update, {
    confirm: 'Are you sure to approve this credit adjustment?',
    okText: 'Approve',
    ...useOpenOrders(
      () => ({ members: [adjustment.member._id] }),
      () => question.effect,
    ),
  })
  const params = { id: adjustment._id }

  async function ask() {
    setLooking(true)
    try {
      const options = callOptions(adjustments.effect, { params })
      const { member, adjustCredit, before, after, refused } = await queryClient.fetchQuery({
        ...options,
        staleTime: 0,
      })
      if (refused) return notice.warning(refused)
      question.effect = walletChange(member.name, before, after)
      const body = { approvedBy: user?.username ?? '', member: member._id, adjustCredit }
      setLooking(false)
      await approve.send({ params, body })
    } catch {
      // The query has reported it already.
    } finally {
      setLooking(false)
    }
  }

  return (
    <ReasonButton
      type={look}
      may="credit_adjust.approve"
      reason={disabledReason(adjustment, 'approve')}
      loading={loading || approve.sending}
      aria-label={t('Approve {number}', { number: adjustment.doc_no })}
      onClick={ask}
    >
      {t('Approve')}
    </ReasonButton>
  )
}

export function PrintButton({ adjustment, appearance: look = 'link' }: ActionProps) {
  const { busy, save } = useDownload()
  return (
    <ReasonButton
      type={look}
      may={adjustments.print.may}
      reason={disabledReason(adjustment, 'print')}
      loading={busy}
      aria-label={t('Print {number}', { number: adjustment.doc_no })}
      onClick={() => save(adjustments.print, { params: { id: adjustment._id } }, adjustmentFileName)}
    >
      {t('Print')}
    </ReasonButton>
  )
}

export function DeleteButton({ adjustment }: ActionProps) {
  const { doc_no, member, adjustCredit } = adjustment
  const remove = useAction(adjustments.remove, {
    danger: true,
    okText: 'Delete',
    effect: () =>
      t('{number}, {name}, {credit} credits. The wallet stays as it is, and the number is not used again.', {
        number: doc_no,
        name: member.name,
        credit: showSigned(adjustCredit),
      }),
  })
  return (
    <ReasonButton
      type="link"
      danger
      may={adjustments.remove.may}
      reason={disabledReason(adjustment, 'delete')}
      loading={remove.sending}
      aria-label={t('Delete {number}', { number: doc_no })}
      onClick={() => remove.send({ params: { id: adjustment._id } })}
    >
      {t('Delete')}
    </ReasonButton>
  )
}

/** Takes an approved document back by another one. */
export function UndoAdjustment({ adjustment, appearance: look = 'link' }: ActionProps) {
  const { _id, doc_no, undoes, undoneBy } = adjustment
  return (
    <WalletUndo
      undo={adjustments.undo}
      rehearse={adjustments.rehearseUndo}
      params={{ id: _id }}
      of={doc_no}
      type={look}
      reason={
        (undoneBy && t('Undone already by {number}', { number: undoneBy.doc_no })) ||
        (undoes && t('It undoes {number}. Please make a new credit adjustment.', { number: undoes.doc_no })) ||
        disabledReason(adjustment, 'undo')
      }
    />
  )
}

/** The document that this one takes back, or that took it back. */
export function OtherAdjustment({ adjustment: { undoes, undoneBy } }: { adjustment: Adjustment }) {
  const other = undoes ?? undoneBy
  if (!other) return null
  return (
    <Link to="/credit-adjust/edit/$id" params={{ id: other._id }}>
      {t(undoes ? 'Undoes {number}' : 'Undone by {number}', { number: other.doc_no })}
    </Link>
  )
}
