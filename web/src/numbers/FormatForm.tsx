import { lastNumber, numberOf, numbersRunningOut, numberTypes, warnFrom } from '@academy/contract/numbers/numbers.ts'
import type { Fields } from '@academy/contract/platform/field.ts'
import { listRoutes } from '@academy/contract/platform/list.ts'
import { type EntryFormProps, fixedFields } from '../lists/index.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { FieldsForm } from '../platform/form/Fields.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Form } from '../ui/form/Form.tsx'

/** A type has one format, so a new format offers only the types without one. */
const withTypes = (fields: Fields, types: readonly string[]): Fields =>
  fields.type
    ? { ...fields, type: { ...fields.type, options: types.map((value) => ({ value, label: value })) } }
    : fields

/** A numbering format, with a preview of the next number. */
export function FormatForm({ of, entry, form, ...rest }: EntryFormProps) {
  const today = useToday()
  const format: unknown = Form.useWatch('format', form)
  const running: unknown = Form.useWatch('running_no', form)
  const type: unknown = Form.useWatch('type', form)
  const last = typeof running === 'number' ? running : 0
  // Another number is refused at its field.
  const isPossible = last <= lastNumber
  const formats = useCall(listRoutes(of).list, { query: { limit: 1000 } }, { enabled: !entry })
  const taken = formats.data?.items.map((each) => each.type) ?? []
  const free = numberTypes.filter((each) => !taken.includes(each))
  const fields = entry ? of.fields : withTypes(of.fields, free)
  if (formats.error && !formats.data) return <Unread error={formats.error} />
  if (!entry && formats.data && free.length === 0)
    return <Alert type="info" title={t('Every document type has its format already. It can be edited there.')} />
  return (
    <FieldsForm {...rest} form={form} fields={fields} entry={entry ?? null} settings={fixedFields(of, entry)}>
      {typeof format === 'string' && format !== '' && isPossible && (
        <p role="status">
          {last === lastNumber
            ? t('There is no next number: reset the running number.')
            : t('Next number: {number}', { number: numberOf(format, last + 1, today) })}
        </p>
      )}
      {last >= warnFrom && isPossible && <Alert type="warning" title={numbersRunningOut(String(type ?? ''), last)} />}
    </FieldsForm>
  )
}
