import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { isPicture } from '../files/pictures.ts'

/** Paths of the academy's own pictures, as configured. */
export interface LetterheadFiles {
  logo: string | undefined
  background: string | undefined
}

/** The pictures of the letterhead in a form that is cheap to embed. */
export interface LetterheadPictures {
  logo?: Uint8Array
  background?: Uint8Array
}

/** Sharp in print at the sizes they are drawn: a logo of 118 by 42 points, a page of A5. */
const logoSize = { width: 492, height: 175 }
const pageSize = { width: 1240, height: 1760 }

/** PDF viewers draw transparency slowly. */
const onWhite = (bytes: Uint8Array) => sharp(bytes).autoOrient().flatten({ background: '#ffffff' })

/** A picture that was read before, as the logo in print. */
export const printedLogo = (bytes: Uint8Array): Promise<Buffer> =>
  onWhite(bytes)
    .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** The same of the background, as a page in print. */
export const printedBackground = (bytes: Uint8Array): Promise<Buffer> =>
  onWhite(bytes)
    .resize({ ...pageSize, fit: 'cover' })
    .jpeg({ quality: 85, mozjpeg: true })
    .toBuffer()

/** Reads them once, at start; throws like a faulty configuration. */
export async function letterheadPictures({ logo, background }: LetterheadFiles): Promise<LetterheadPictures> {
  return {
    ...(logo && {
      logo: await ready('COMPANY_LOGO', logo, printedLogo),
    }),
    ...(background && {
      background: await ready('RECEIPT_BACKGROUND', background, printedBackground),
    }),
  }
}

async function ready(name: string, path: string, draw: (bytes: Uint8Array) => Promise<Buffer>): Promise<Uint8Array> {
  const unusable = (why: string) => new Error(`The configuration is not usable:\n  ${name}: ${why}: ${path}`)
  const bytes = await readFile(path).catch(() => {
    throw unusable('there is no file to read')
  })
  if (!isPicture(bytes)) throw unusable('the file is no png or jpg picture')
  return draw(bytes).catch(() => {
    throw unusable('the picture is damaged')
  })
}
