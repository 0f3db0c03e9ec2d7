/** Files that tests upload. */

import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { writeXlsx } from 'hucre/xlsx'
import { importColumns } from '../../../src/members/listing/sheet.ts'
import type { Client, TestPortal } from '../portal.ts'

export type SheetValue = string | number | boolean | Date | null

/** A workbook of these rows under these headings. */
export async function sheetOf(headings: readonly string[], rows: readonly (readonly SheetValue[])[]): Promise<Buffer> {
  const content = await writeXlsx({
    sheets: [{ name: 'Members', rows: [[...headings], ...rows.map((row) => [...row])] }],
  })
  return Buffer.from(content)
}

/** The same, each row as an object by heading. */
export function sheetBy(rows: readonly Record<string, SheetValue>[]): Promise<Buffer> {
  const headings = importColumns.map(({ header }) => header).filter((header) => rows.some((row) => header in row))
  return sheetOf(
    headings,
    rows.map((row) => headings.map((header) => row[header] ?? null)),
  )
}

/** A form with one file, as a browser sends it. */
export function formOf(
  content: Buffer,
  name = 'members.xlsx',
  field = 'file',
  texts: Readonly<Record<string, string>> = {},
) {
  const boundary = 'a-boundary-of-the-test'
  const parts = Object.entries(texts).map(
    ([key, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(parts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Sends a file to the import. */
export function importFile(
  portal: TestPortal,
  clerk: Client,
  content: Buffer,
  {
    dryRun = false,
    name = 'members.xlsx',
    confirmed,
    key,
  }: { dryRun?: boolean; name?: string; confirmed?: string[]; key?: string } = {},
) {
  const { headers, payload } = formOf(content, name, 'file', confirmed ? { confirmed: JSON.stringify(confirmed) } : {})
  return portal.app.inject({
    method: 'POST',
    url: `${apiRoot}/member/import/excel${dryRun ? '?dryRun=true' : ''}`,
    headers: { ...headers, authorization: `Bearer ${clerk.token}`, ...(key ? { 'idempotency-key': key } : {}) },
    payload,
  })
}
