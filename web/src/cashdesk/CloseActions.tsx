/** The parts of a close shown in several places: its difference, its document, its correction. */
import { type CashClose, cashdesk, signed } from '@academy/contract/cashdesk/cashdesk.ts'
import { closeFileName, differenceWords } from '@academy/contract/cashdesk/rules.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { useState } from 'react'
import { showMoney } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { FileTextIcon } from '../ui/first/icons.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'

export const Difference = ({ amount }: { amount: string | number }) => {
  const difference = typeof amount === 'number' ? amount : sen(amount)
  return (
    <Tag color={difference === 0 ? 'success' : difference < 0 ? 'error' : 'warning'}>
      {t(differenceWords(difference))}
    </Tag>
  )
}

export function PdfButton({ close, look = 'link' }: { close: CashClose; look?: 'link' | 'primary' }) {
  const { busy, save } = useDownload()
  return (
    <ReasonButton
      type={look}
      icon={<FileTextIcon aria-hidden />}
      may={cashdesk.print.may}
      loading={busy}
      aria-label={t('PDF of {number}', { number: close.number })}
      onClick={() => save(cashdesk.print, { params: { id: close._id } }, closeFileName(close.number))}
    >
      {t('PDF')}
    </ReasonButton>
  )
}

/** A close is never edited; a mistake is corrected by another close. */
export function CorrectButton({ close, onDone }: { close: CashClose; onDone: (id: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ReasonButton
        may={cashdesk.correct.may}
        reason={close.correctedBy && t('It was put right by {number}', { number: close.correctedBy.number })}
        onClick={() => setOpen(true)}
      >
        {t('Correct')}
      </ReasonButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('Correct {number}', { number: close.number })}>
        <CorrectionForm close={close} onClose={() => setOpen(false)} onDone={onDone} />
      </Dialog>
    </>
  )
}

/** What the correction has to bring: the amount missing in the close. */
const missing = (close: CashClose) => -sen(close.difference) / 100

function CorrectionForm(props: { close: CashClose; onClose: () => void; onDone: (id: string) => void }) {
  const { close, onClose } = props
  const [form] = Form.useForm()
  const correct = useAction(cashdesk.correct, {
    form,
    okText: 'Close',
    effect: ({ body }) =>
      t('{number} stays as it is. A close of its own: {expected} expected, {counted} counted.', {
        number: close.number,
        expected: showMoney(missing(close)),
        counted: showMoney(body.counted),
      }),
    onDone: (made) => {
      onClose()
      props.onDone(made._id)
    },
  })
  return (
    <GuardedForm
      form={form}
      onFinish={({ counted, remark }) =>
        correct.send({
          params: { id: close._id },
          body: { counted: signed.parse(counted), remark: String(remark) },
        })
      }
    >
      <p className="muted">
        {t('{number} misses {amount}. Enter what was found since, with a minus what had to be taken out.', {
          number: close.number,
          amount: showMoney(missing(close)),
        })}
      </p>
      <Form.Item name="counted" label={t('Counted (RM)')} required rules={[fieldRule(signed)]}>
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="remark"
        label={t('Remark')}
        rules={[{ required: true, whitespace: true, message: t('Remark is required') }]}
      >
        <TextArea maxLength={500} />
      </Form.Item>
      <FormButtons sending={correct.sending} onCancel={onClose} />
    </GuardedForm>
  )
}
