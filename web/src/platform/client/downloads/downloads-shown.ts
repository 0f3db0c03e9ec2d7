/**
 * Downloads in progress: what the panel in the corner (DownloadPanel.tsx) shows and can cancel. Apart from what receives
 * them (downloads.ts), since every page watches them.
 */
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

export interface Download {
  id: number
  file: string
  /** 'full' was refused because too many are queued, and is retried. */
  phase: 'preparing' | 'waiting' | 'full'
  bytes: number
  rows: number
  /** The number of rows, if the server knows it. */
  expected: number | null
  /** Exports being created, and those queued before this one. */
  making: number
  ahead: number
  /** A short download is not shown. */
  isLong: boolean
  cancel: () => void
}

export interface Downloads {
  /** In the order they were started. */
  under: readonly Download[]
  /** The last finished file, announced to screen readers. */
  got: string | null
}

let downloads: Downloads = { under: [], got: null }
const { notify, subscribe } = listeners()

/** Shows other downloads than before. */
export function show(next: Downloads) {
  downloads = next
  notify()
}

/** Tells news of one that is shown. */
export const change = (id: number, news: Partial<Download>) =>
  show({ ...downloads, under: downloads.under.map((each) => (each.id === id ? { ...each, ...news } : each)) })

export const currentDownloads = (): Downloads => downloads
export const useDownloads = (): Downloads => useSyncExternalStore(subscribe, currentDownloads)
