/** What the tests of several lists do with an entry. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { field, row, rowAct } from './controls.ts'
import { agree, expect } from './portal.ts'

/** Opens the form of a new entry. */
export const add = (page: Page) => page.getByRole('link', { name: 'Add', exact: true }).click()
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()

/** Fills fields by their labels. */
export async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** The list shows so many entries, on one page. */
export const expectFound = (page: Page, count: number) =>
  expect(page.getByText(`Showing ${count} record(s) of total ${count}`)).toBeVisible()

const choice = { disable: 'no longer offered for choosing', enable: 'offered for choosing again' }

/** Disables and enables it, each with its effect told, and with the filters following. */
export async function disableAndEnable(page: Page, name: string, effects = choice) {
  const entry = row(page, name, 'Edit')
  const filters = page.getByRole('radiogroup', { name: 'Status' })
  await (await rowAct(entry, /^Disable/)).click()
  await agree(page, 'Are you sure to disable?', 'Disable', effects.disable, 'Updated')
  await expect(entry).toContainText('Disabled')
  await filters.getByText('Active', { exact: true }).click()
  await expect(entry).toHaveCount(0)
  await filters.getByText('Inactive', { exact: true }).click()
  await (await rowAct(entry, /^Enable/)).click()
  await agree(page, 'Are you sure to enable?', 'Enable', effects.enable, 'Updated')
  await expect(entry).toHaveCount(0)
  await filters.getByText('All', { exact: true }).click()
  await expect(entry).toContainText('Active')
}

/** Deletes the entry. */
export async function remove(page: Page, name: string) {
  await (await rowAct(row(page, name), /^Delete/)).click()
  await agree(page, 'Are you sure to delete', 'Delete', 'This action cannot be undone.', 'Deleted')
}

/** A picture of 320 by 240 pixels. */
export const png = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()

/** Chooses a file for the form's picture. */
export async function choosePicture(page: Page, name: string, buffer: Buffer) {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /(Choose|Change) picture/ }).click()
  await (await opened).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

/** A right of a user group's form. */
export const right = (page: Page, module: string, action: string) =>
  page
    .locator('.permission-row')
    .and(page.getByRole('group', { name: module }))
    .getByRole('checkbox', { name: action })
