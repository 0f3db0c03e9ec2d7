/** The picture under receipts. One that was issued keeps its own (decision 24). */
import type { BrandDocument } from '@academy/contract/brand/brand.ts'
import type { Tx } from '../platform/data/index.ts'
import { dropPicture, savePicture } from '../platform/files/index.ts'
import { conflict, found, type Upload } from '../platform/http/index.ts'
import { printedBackground } from '../platform/pdf/index.ts'
import { backgroundVariable, documentOf, locked, store } from './brand.ts'

const changed = 'Changed the background of receipts'

/** 409 where the portal's environment says it. */
function refuseFixed(tx: Tx): void {
  const variable = backgroundVariable(tx)
  if (variable)
    throw conflict(`Receipt Background is said by ${variable} in the portal’s environment and cannot be changed here`)
}

/** Without a picture everything stays as it is. */
export async function saveBackground(tx: Tx, file: Upload | undefined): Promise<BrandDocument> {
  const was = await locked(tx)
  if (!file) return documentOf(tx, was)
  refuseFixed(tx)
  const saved = await store(tx, was, changed, async () => {
    const background = await savePicture(tx, file, was.background)
    const bytes = found(await tx.portal.pictures.files.get(background), 'Picture')
    return { background, backgroundPrint: await printedBackground(bytes) }
  })
  return documentOf(tx, saved)
}

export async function removeBackground(tx: Tx, file: string): Promise<BrandDocument> {
  const was = await locked(tx)
  dropPicture(tx, was.background, file)
  return documentOf(tx, await store(tx, was, changed, async () => ({ background: null, backgroundPrint: null })))
}
