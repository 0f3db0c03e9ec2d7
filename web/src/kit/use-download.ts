import type { Route } from '@academy/contract/kit/route.ts'
import { useState } from 'react'
import { ApiError, wordsOf } from './api-error.ts'
import { type CallInput, download } from './client.ts'
import { notice } from './notices.tsx'

/**
 * What a button that saves a file needs; a failure is told as a toast.
 *
 *   const { busy, save } = useDownload()
 *   <Button loading={busy} onClick={() => save(payments.receipt, { params: { id } }, 'Official_Receipt_OR-0001.pdf')}>
 */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  async function save<R extends Route>(route: R, input: CallInput<R>, fileName: string): Promise<void> {
    setBusy(true)
    try {
      await download(route, input, fileName)
    } catch (error) {
      if (!(error instanceof ApiError && error.sessionLost)) notice.error(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
