import { type Entry, type List, webPath } from '@academy/contract/platform/list.ts'
import type { ReactNode } from 'react'
import { useBack } from '../platform/shell/Page.tsx'

/** The question before saving an entry, and what happens after it. */
export interface Saving {
  preview?: (input: { body?: unknown }) => Promise<ReactNode>
  onDone: (entry: Entry) => void
}

/** Saving without a question that leads back to the list. */
export const useReturn = (of: List): Saving => ({ onDone: useBack(`${webPath(of)}/listing`) })
