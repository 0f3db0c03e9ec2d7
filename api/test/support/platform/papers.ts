/** What tests of papers that stay what they were need: to change the letterhead, and to print. */
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Client, TestPortal } from '../portal.ts'
import { pdfPages } from './pdf.ts'

export const picture = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } }).png()

/** Changes the academy in the portal's configuration. */
export const letterheadOf =
  ({ portal }: TestPortal) =>
  (company: Partial<TestPortal['portal']['config']['company']>) =>
    Object.assign(portal.config.company, company)

/** A PDF without its creation date and id. */
export async function printedBy(by: Client, path: string) {
  const answer = await by.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  const pdf = answer.rawPayload.toString('latin1').replace(/\(D:\w+\)|\/ID \[.*/g, '')
  return { pages: await pdfPages(answer.rawPayload), pdf }
}
