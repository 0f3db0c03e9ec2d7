import { FieldsForm } from '../kit/Fields.tsx'
import type { EntryFormProps } from './entry-form.ts'

/** The form a list's fields ask for. */
export function DeclaredForm({ of, entry, ...rest }: EntryFormProps) {
  return <FieldsForm {...rest} fields={of.fields} entry={entry ?? null} />
}
