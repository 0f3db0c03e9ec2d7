import { documentFormats } from '@academy/contract/numbers/document-formats.ts'
import { RecordPage } from '../lists/index.ts'
import { FormatForm } from './FormatForm.tsx'

/** The create and edit page of a numbering format. */
export const FormatPage = () => <RecordPage of={documentFormats} EntryForm={FormatForm} />
