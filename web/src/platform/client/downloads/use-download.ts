import { exports } from '@academy/contract/exports/exports.ts'
import { type Endpoint, isFile } from '@academy/contract/platform/endpoint.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useState } from 'react'
import { notice } from '../../feedback/notices.tsx'
import { ApiError, errorMessage } from '../api-error.ts'
import { anyInput, type CallInput } from '../call-input.ts'
import { call, request } from '../client.ts'
import { t } from '../i18n.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { receive } from './downloads.ts'

/** Longer than any file takes; a stalled download is detected by its silence (downloads.ts). */
const noTimeout = 86_400_000

/** Hands a file to the browser to be saved; the temporary link lives 100 ms. */
export function saveAs(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 100)
}

const openMs = 60_000

/**
 * Shows a file in a tab of its own, to be printed there; the temporary link lives a minute. False where the browser opens
 * no tab, as some do unless somebody has just pressed a button.
 */
function showFile(blob: Blob): boolean {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), openMs)
  return window.open(address) !== null
}

/** A long download is shown in the corner of the page, where it can be cancelled; that is no failure. */
async function fetchFile<R extends Endpoint>(route: R, input: CallInput<R>, fileName: string): Promise<Blob | null> {
  const given = { timeoutMs: noTimeout, ...anyInput(input), idempotencyKey: newIdempotencyKey() }
  const params = { key: given.idempotencyKey }
  const isExport = isFile(route.result) && route.result.file !== 'pdf'
  return receive(fileName, {
    answer: (signal) => request(route.method, route.path, { ...given, signal }),
    ...(isExport ? { state: (signal) => call(exports.state, { params, signal, quiet: true }) } : {}),
  })
}

async function download<R extends Endpoint>(route: R, input: CallInput<R>, fileName: string): Promise<void> {
  const blob = await fetchFile(route, input, fileName)
  if (!blob) return notice.info(t('{file} was cancelled', { file: fileName }))
  saveAs(blob, fileName)
}

/** Opens a PDF in a tab of its own; false where the browser opens none, or it was cancelled. Throws what the call throws. */
export async function openFile<R extends Endpoint>(route: R, input: CallInput<R>, fileName: string): Promise<boolean> {
  const blob = await fetchFile(route, input, fileName)
  return blob !== null && showFile(blob)
}

/** A PDF that could not be made has the specification's message, whatever the reason; a refusal has its own. */
export const failureOf = (route: Endpoint, error: unknown): string =>
  isFile(route.result) && route.result.file === 'pdf' && error instanceof ApiError && error.statusCode >= 500
    ? t(messages.pdfFailed)
    : errorMessage(error)

/**
 * For a button that saves a file; a failure is shown as a toast.
 *
 *   const { busy, save } = useDownload()
 *   <Button loading={busy} onClick={() => save(payments.receipt, { params: { id } }, 'Official_Receipt_OR-0001.pdf')}>
 */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  async function save<R extends Endpoint>(route: R, input: CallInput<R>, fileName: string): Promise<void> {
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
