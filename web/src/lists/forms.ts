import type { List } from '@academy/contract/platform/list.ts'
import type { ComponentType } from 'react'
import { DeclaredForm } from './DeclaredForm.tsx'
import type { EntryFormProps } from './entry-form.ts'
import { FormatForm } from './FormatForm.tsx'
import { HolidayForm } from './HolidayForm.tsx'

/** Lists with a custom form. */
const customForms: Record<string, ComponentType<EntryFormProps>> = {
  holiday: HolidayForm,
  'doc-num-format': FormatForm,
}

export const formOf = (list: List): ComponentType<EntryFormProps> => customForms[list.name] ?? DeclaredForm
