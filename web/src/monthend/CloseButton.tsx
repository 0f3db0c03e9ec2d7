import { type MonthEndState, monthEnd } from '@academy/contract/monthend/month-end.ts'
import { remarkRequired } from '@academy/contract/monthend/rules.ts'
import { monthWords } from '@academy/contract/reports/month.ts'
import { useState } from 'react'
import { fileTimeoutMs } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { useChangeAddress } from '../platform/table/address.ts'
import { Form } from '../ui/form/Form.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'
import { LeftOpen } from './LeftOpen.tsx'

export function CloseButton({ of }: { of: MonthEndState }) {
  const [open, setOpen] = useState(false)
  const month = monthWords(of.month)
  return (
    <>
      <ReasonButton
        type="primary"
        may={monthEnd.close.may}
        reason={of.refused ?? of.forbidden}
        onClick={() => setOpen(true)}
      >
        {t('Close {month}', { month })}
      </ReasonButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('Close {month}', { month })}>
        <ClosingForm of={of} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ClosingForm({ of: { month, points }, onClose }: { of: MonthEndState; onClose: () => void }) {
  const [form] = Form.useForm()
  const change = useChangeAddress()
  const open = points.filter(({ count }) => count > 0)
  const close = useAction(monthEnd.close, {
    form,
    okText: 'Close',
    effect: () =>
      t('{month} is kept as it is now. Its reports and statements are made, which takes some moments.', {
        month: monthWords(month),
      }),
    onDone: () => {
      onClose()
      // Without a month in the address the page would go on to the next one.
      void change({ month })
    },
  })
  return (
    <GuardedForm
      form={form}
      onFinish={({ remark }) =>
        close.send({ body: { month, remark: String(remark ?? '') || null }, timeoutMs: fileTimeoutMs })
      }
    >
      <p>
        {t(
          'Reports, coaches’ statements and receipts stay as they are now and print the same for ever. Nothing is locked: what is put right later is dated in the open month, names this one, and is paid to coaches with the next statement. A closed month cannot be opened again.',
        )}
      </p>
      {open.length > 0 && (
        <>
          <p>
            <strong>{t('Still open')}</strong>
          </p>
          <LeftOpen points={open} />
        </>
      )}
      <Form.Item
        name="remark"
        label={open.length > 0 ? t('Why it is closed all the same') : t('Remark')}
        required={open.length > 0}
        rules={open.length > 0 ? [{ required: true, whitespace: true, message: t(remarkRequired) }] : []}
      >
        <TextArea maxLength={500} />
      </Form.Item>
      <FormButtons sending={close.sending} onCancel={onClose} />
    </GuardedForm>
  )
}
