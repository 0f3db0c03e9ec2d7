import type { Entry, List } from '@academy/contract/platform/list.ts'
import type { FormInstance } from 'antd'

/** What every form of an entry is given, declared or hand-made. */
export interface EntryFormProps {
  of: List
  form: FormInstance
  /** The entry being edited; none when creating. */
  entry?: Entry
  sending: boolean
  readOnly?: boolean
  onSubmit: (body: Record<string, unknown>) => unknown
  /** Takes the saved picture away; false when it stayed. */
  onRemovePicture?: (address: string) => Promise<boolean>
}

/** What a person calls the entry. */
export const nameOf = (list: List, entry: Entry): string => String(entry[list.label] ?? '')
