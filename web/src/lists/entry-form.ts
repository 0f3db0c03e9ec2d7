import type { Entry, List } from '@academy/contract/platform/list.ts'
import type { FormInstance } from '../ui/form/Form.tsx'

/** The props of every entry form, declared or custom. */
export interface EntryFormProps {
  of: List
  form: FormInstance
  /** The entry being edited; undefined when creating. */
  entry?: Entry
  sending: boolean
  readOnly?: boolean
  onSubmit: (body: Record<string, unknown>) => unknown
  /** Removes the saved picture; resolves to false when it stayed. */
  onRemovePicture?: (address: string) => Promise<boolean>
}

/** The entry's display name. */
export const nameOf = (list: List, entry: Entry): string => String(entry[list.label] ?? '')
