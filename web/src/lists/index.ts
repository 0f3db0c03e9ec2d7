/** What other modules may use of lists. */
export { fixedFields } from './DeclaredForm.tsx'
export type { EntryFormProps } from './entry-form.ts'
export { RecordPage } from './RecordPage.tsx'
export { type Saving, useReturn } from './saving.ts'
