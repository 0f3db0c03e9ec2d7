import { messages } from '@academy/contract/kit/messages.ts'
import { isFile, type Route } from '@academy/contract/kit/route.ts'
import { useState } from 'react'
import { ApiError, wordsOf } from './api-error.ts'
import { type CallInput, download } from './client.ts'
import { notice } from './notices.tsx'
import { t } from './words.ts'

/** A PDF that the portal could not make has the specification's sentence, whatever the reason was; a refusal has its own. */
const failureOf = (route: Route, error: unknown): string =>
  isFile(route.result) && route.result.file === 'pdf' && error instanceof ApiError && error.statusCode >= 500
    ? t(messages.pdfFailed)
    : wordsOf(error)

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
      if (!(error instanceof ApiError && error.sessionLost)) notice.error(failureOf(route, error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
