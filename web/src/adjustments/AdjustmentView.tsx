import {
  type Adjustment,
  type AdjustmentEffect,
  adjustmentFields,
  adjustments,
} from '@academy/contract/adjustments/adjustments.ts'
import { adjustmentCan } from '@academy/contract/adjustments/rules.ts'
import { useId } from 'react'
import { errorMessage } from '../platform/client/api-error.ts'
import { showInstant, showSigned } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { walletChange } from '../platform/client/wallet-change.ts'
import { Form } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'
import { ApproveButton, DeleteButton, OtherAdjustment, PrintButton, UndoAdjustment } from './AdjustmentActions.tsx'
import { UnreadEffect } from './DraftEffect.tsx'

const { date, member, reason, adjustCredit } = adjustmentFields
const labels = {
  doc_no: 'Doc No.',
  date: date.label,
  approvedBy: 'Approved By',
  member: member.label,
  reason: reason.label,
  adjustCredit: adjustCredit.label,
}

/** A document that is approved, or that the user may not change: the form's content, read-only. */
export default function AdjustmentView({ adjustment }: { adjustment: Adjustment }) {
  const { data: effect, error } = useCall(adjustments.effect, { params: { id: adjustment._id } })
  const facts = {
    doc_no: adjustment.doc_no,
    date: adjustment.date_display,
    approvedBy: adjustment.approvedBy ?? '-',
    member: adjustment.member.name,
    reason: adjustment.reason,
    adjustCredit: showSigned(adjustment.adjustCredit),
  }
  return (
    <div className="panel">
      <Form name={useId()} initialValues={facts} key={adjustment.status}>
        <div className="field-grid">
          {Object.entries(labels).map(([name, label]) => (
            <Form.Item key={name} name={name} label={t(label)}>
              {name === 'reason' ? <TextArea readOnly rows={1} /> : <Input readOnly />}
            </Form.Item>
          ))}
        </div>
      </Form>
      {effect ? <EffectPanel effect={effect} /> : error && <UnreadEffect problem={errorMessage(error)} />}
      <p className="adjustment-other">
        <OtherAdjustment adjustment={adjustment} />
      </p>
      <div className="form-buttons">
        {adjustmentCan.approve(adjustment) && <ApproveButton adjustment={adjustment} appearance="primary" />}
        <PrintButton adjustment={adjustment} appearance="default" />
        {adjustmentCan.undo(adjustment) && <UndoAdjustment adjustment={adjustment} appearance="default" />}
        {adjustmentCan.delete(adjustment) && <DeleteButton adjustment={adjustment} />}
      </div>
    </div>
  )
}

function EffectPanel({ effect: { member, before, after, at, refused } }: { effect: AdjustmentEffect }) {
  return (
    <div className="adjustment-effect">
      {at ? t('Approved on {at}', { at: showInstant(at) }) : t('Nothing moves yet. Once it is approved:')}
      <strong>{walletChange(member.name, before, after)}</strong>
      {refused && <div className="adjustment-problem">{refused}</div>}
    </div>
  )
}
