import type { Tx } from '../data/tx.ts'
import { notFound } from '../http/errors.ts'
import type { Upload } from '../http/uploads.ts'

/** Stores an uploaded picture with its save: removed again on rollback; after commit the previous one is removed. */
export async function savePicture(tx: Tx, file: Upload, previous: string | null): Promise<string> {
  const { pictures } = tx.portal
  // A call has it redrawn before anything is locked; the demo academy keeps nobody waiting.
  const { key } = await pictures.store(file.picture ?? (await pictures.redraw(file.content)))
  tx.onRollback(() => pictures.remove(key))
  if (previous) tx.afterCommit(() => pictures.remove(previous))
  return key
}

/** A signed link for the caller; null without a picture. */
export const pictureLink = (tx: Tx, key: string | null) => tx.portal.pictures.path(key, tx.by.session)
/** The same of the thumbnail. */
export const thumbnailLink = (tx: Tx, key: string | null) => tx.portal.pictures.thumbnailPath(key, tx.by.session)

/** A picture as every document shows it: signed links; null without one. */
export function pictureLinks(tx: Tx, key: string | null) {
  const picture = pictureLink(tx, key)
  return { picture, pictureDIR: picture, thumbnail: thumbnailLink(tx, key) }
}

/** Removes a picture after commit; 404 unless the document has just this file. */
export function dropPicture(tx: Tx, key: string | null, file: string): void {
  if (!key || key !== file) throw notFound('Picture')
  tx.afterCommit(() => tx.portal.pictures.remove(key))
}
