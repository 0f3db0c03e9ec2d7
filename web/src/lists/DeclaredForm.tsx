import type { Entry, List } from '@academy/contract/platform/list.ts'
import { FieldsForm } from '../platform/form/Fields.tsx'
import type { EntryFormProps } from './entry-form.ts'

/** Fields of a saved entry that can never change. */
export const fixedFields = (of: List, entry: Entry | undefined) =>
  entry ? Object.fromEntries((of.fixed ?? []).map((key) => [key, { disabled: true }])) : {}

/** The form for a list's declared fields. */
export function DeclaredForm({ of, entry, ...rest }: EntryFormProps) {
  return <FieldsForm {...rest} fields={of.fields} entry={entry ?? null} settings={fixedFields(of, entry)} />
}
