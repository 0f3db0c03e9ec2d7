/** The academy's colour and logo: how they are kept, and what everybody is told of them. */
import { createHash } from 'node:crypto'
import type { BrandDocument } from '@academy/contract/brand/brand.ts'
import { type Palette, paletteOf, sheetOf } from '@academy/contract/brand/palette.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { dropPicture, savePicture } from '../platform/files/index.ts'
import { found, type Upload, type VersionOf } from '../platform/http/index.ts'
import { printedLogo } from '../platform/pdf/index.ts'

export const picturePath = '/brand-picture'
export const sheetPath = '/brand.css'

interface Stored {
  hex: string | null
  palette: Palette | null
  picture: string | null
  updatedAt: string
}

const stored = (tx: Tx) => tx.read().selectFrom('brand').select(['hex', 'palette', 'picture', 'updatedAt'])
const present = async (tx: Tx): Promise<Stored> => found(await stored(tx).executeTakeFirst(), 'Brand')

export const brandVersion: VersionOf = async (tx) => {
  const [row] = await tx.query<{ version: string }>(sql`select row_version as version from brand`)
  return row?.version
}

const pictureAddress = (key: string | null) => key && `${picturePath}/${key}`

const documentOf = ({ hex, picture, updatedAt }: Stored): BrandDocument => ({
  hex,
  picture: pictureAddress(picture),
  updatedAt,
})

export const brandDocument = async (tx: Tx): Promise<BrandDocument> => documentOf(await present(tx))

/** A sheet under an address that changes with its content. */
export function sheetFor(palette: Palette): { text: string; version: string; address: string } {
  const text = sheetOf(palette)
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { text, version, address: `${sheetPath}?v=${version}` }
}

/** For whoever is not signed in too: the addresses of sheet and logo. */
export async function publicBrand(tx: Tx): Promise<{ sheet: string | null; picture: string | null }> {
  const { palette, picture } = await present(tx)
  return { sheet: palette && sheetFor(palette).address, picture: pictureAddress(picture) }
}

type Written = Partial<Pick<Stored, 'hex' | 'picture'>>

async function store(tx: Tx, was: Stored, write: () => Promise<Written & { print?: Buffer | null }>): Promise<Stored> {
  return tx.change(
    (now: Stored) => ({
      section: 'Academy',
      docType: 'brand',
      docId: 'brand',
      action: 'Updated',
      description: 'Changed the academy’s colour or logo',
      from: { hex: was.hex, picture: was.picture },
      to: { hex: now.hex, picture: now.picture },
    }),
    async (on) => {
      const { hex, ...pictures } = await write()
      const colours = hex === undefined ? {} : { hex, palette: hex && JSON.stringify(paletteOf(hex)) }
      await on()
        .updateTable('brand')
        .set({ ...colours, ...pictures, updatedAt: tx.now })
        .execute()
      return present(tx)
    },
  )
}

/** The picture, and what is printed of it, made of its thumbnail: it is drawn small. */
async function keepLogo(tx: Tx, file: Upload, previous: string | null): Promise<{ picture: string; print: Buffer }> {
  const picture = await savePicture(tx, file, previous)
  const small = found(await tx.portal.pictures.thumbnail(picture), 'Picture')
  return { picture, print: await printedLogo(small) }
}

/** Saves the colour, null for the product's own, and a picture; what is left out stays. */
export async function saveBrand(tx: Tx, hex: string | null | undefined, file?: Upload): Promise<BrandDocument> {
  const was = found(await stored(tx).forUpdate().executeTakeFirst(), 'Brand')
  const isOther = hex !== undefined && hex !== was.hex
  if (!isOther && !file) return documentOf(was)
  const saved = await store(tx, was, async () => ({
    ...(isOther ? { hex } : {}),
    ...(file ? await keepLogo(tx, file, was.picture) : {}),
  }))
  return documentOf(saved)
}

export async function removeLogo(tx: Tx, file: string): Promise<BrandDocument> {
  const was = found(await stored(tx).forUpdate().executeTakeFirst(), 'Brand')
  dropPicture(tx, was.picture, file)
  return documentOf(await store(tx, was, async () => ({ picture: null, print: null })))
}
