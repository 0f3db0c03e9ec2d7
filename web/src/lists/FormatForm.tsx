import { lastNumber, numberOf, numbersRunningOut, warnFrom } from '@academy/contract/lists/numbers.ts'
import { Alert, Form } from 'antd'
import { FieldsForm } from '../kit/Fields.tsx'
import { useToday } from '../kit/today.ts'
import { t } from '../kit/words.ts'
import { fixedFields } from './DeclaredForm.tsx'
import type { EntryFormProps } from './entry-form.ts'

/** A numbering format, with the number it would issue next as it is typed. */
export function FormatForm({ of, entry, form, ...rest }: EntryFormProps) {
  const today = useToday()
  const format: unknown = Form.useWatch('format', form)
  const running: unknown = Form.useWatch('running_no', form)
  const type: unknown = Form.useWatch('type', form)
  const last = typeof running === 'number' ? running : 0
  return (
    <FieldsForm {...rest} form={form} fields={of.fields} entry={entry ?? null} settings={fixedFields(of, entry)}>
      {typeof format === 'string' && format !== '' && (
        <p role="status">
          {last >= lastNumber
            ? t('There is no next number: reset the running number.')
            : t('Next number: {number}', { number: numberOf(format, last + 1, today) })}
        </p>
      )}
      {last >= warnFrom && <Alert type="warning" showIcon title={numbersRunningOut(String(type ?? ''), last)} />}
    </FieldsForm>
  )
}
