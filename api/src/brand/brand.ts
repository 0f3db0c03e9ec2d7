/** What the academy says of itself, its colour and logo: how they are kept, and what everybody is told of them. */
import { createHash } from 'node:crypto'
import {
  type AcademyDetail,
  academyDetails,
  type BrandDocument,
  brandFields,
  type brandRoutes,
} from '@academy/contract/brand/brand.ts'
import { type Palette, paletteOf, sheetOf } from '@academy/contract/brand/palette.ts'
import type { Language } from '@academy/contract/messages/languages.ts'
import type { BodyOf } from '@academy/contract/platform/endpoint.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { academyNow, type Tx } from '../platform/data/index.ts'
import { dropPicture, pictureLink, savePicture } from '../platform/files/index.ts'
import { conflict, found, type Upload, type VersionOf } from '../platform/http/index.ts'
import { printedLogo } from '../platform/pdf/index.ts'

export const picturePath = '/brand-picture'
export const sheetPath = '/brand.css'

type BrandBody = BodyOf<typeof brandRoutes.update>

interface Stored {
  hex: string | null
  palette: Palette | null
  picture: string | null
  /** The picture under receipts. */
  background: string | null
  companyName: string | null
  registration: string | null
  address: string | null
  phone: string | null
  /** Sen. */
  creditPrice: number | null
  lowBalance: number | null
  language: Language | null
  updatedAt: string
}

const stored = (tx: Tx) =>
  tx
    .read()
    .selectFrom('brand')
    .select(['hex', 'palette', 'picture', 'background', ...academyDetails, 'updatedAt'])
/** Locked, so that what is written is what was decided on. */
export const locked = async (tx: Tx): Promise<Stored> => found(await stored(tx).forUpdate().executeTakeFirst(), 'Brand')
const present = async (tx: Tx): Promise<Stored> => found(await stored(tx).executeTakeFirst(), 'Brand')

export const brandVersion: VersionOf = async (tx) => {
  const [row] = await tx.query<{ version: string }>(sql`select row_version as version from brand`)
  return row?.version
}

const pictureAddress = (key: string | null) => key && `${picturePath}/${key}`

/** The variable that says the background of receipts, where one does. */
export const backgroundVariable = ({ portal }: Tx): string | undefined =>
  portal.config.company.background && 'RECEIPT_BACKGROUND'

export async function documentOf(
  tx: Tx,
  { hex, picture, background, creditPrice, ...row }: Stored,
): Promise<BrandDocument> {
  const { name: companyName, creditPriceSen, ...now } = await academyNow(tx)
  const { palette: _, ...said } = row
  const variable = backgroundVariable(tx)
  return {
    ...said,
    hex,
    picture: pictureAddress(picture),
    background: pictureLink(tx, background),
    creditPrice: creditPrice === null ? null : ringgit(creditPrice),
    now: { ...now, companyName, creditPrice: ringgit(creditPriceSen) },
    fixed: { ...tx.portal.config.given, ...(variable ? { background: variable } : {}) },
  }
}

export const brandDocument = async (tx: Tx): Promise<BrandDocument> => documentOf(tx, await present(tx))

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

type Details = Pick<Stored, AcademyDetail>
type Written = Partial<Details & Pick<Stored, 'hex' | 'picture'>>

const audited = ({ palette: _, updatedAt: __, creditPrice, ...row }: Stored) => ({
  ...row,
  creditPrice: creditPrice && formatRM(creditPrice),
})

interface Drawn {
  print?: Buffer | null
  background?: string | null
  backgroundPrint?: Buffer | null
}

export async function store(
  tx: Tx,
  was: Stored,
  description: string,
  write: () => Promise<Written & Drawn>,
): Promise<Stored> {
  return tx.change(
    (now: Stored) => ({
      section: 'Academy',
      docType: 'brand',
      docId: 'brand',
      action: 'Updated',
      description,
      from: audited(was),
      to: audited(now),
    }),
    async (on) => {
      const { hex, ...others } = await write()
      const colours = hex === undefined ? {} : { hex, palette: hex && JSON.stringify(paletteOf(hex)) }
      await on()
        .updateTable('brand')
        .set({ ...colours, ...others, updatedAt: tx.now })
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

/** What was given and differs from what stands. 409 for what the portal's environment says. */
function othersIn(tx: Tx, was: Stored, { creditPrice, ...texts }: BrandBody): Written {
  const priceSen = creditPrice ? sen(creditPrice) : null
  const given = { ...texts, ...(creditPrice === undefined ? {} : { creditPrice: priceSen }) }
  const others = Object.entries(given).filter(([key, value]) => value !== undefined && value !== Reflect.get(was, key))
  for (const detail of academyDetails) {
    const variable = tx.portal.config.given[detail]
    if (variable && others.some(([key]) => key === detail))
      throw conflict(
        `${brandFields[detail].label} is said by ${variable} in the portal’s environment and cannot be changed here`,
      )
  }
  return Object.fromEntries(others)
}

const changed = 'Changed what the academy is called, costs or looks like'

/** Saves what was given, null for the product's own, and a picture; what is left out stays. */
export async function saveBrand(tx: Tx, body: BrandBody, file?: Upload): Promise<BrandDocument> {
  const was = await locked(tx)
  const others = othersIn(tx, was, body)
  if (Object.keys(others).length === 0 && !file) return documentOf(tx, was)
  const saved = await store(tx, was, changed, async () => ({
    ...others,
    ...(file ? await keepLogo(tx, file, was.picture) : {}),
  }))
  return documentOf(tx, saved)
}

export async function removeLogo(tx: Tx, file: string): Promise<BrandDocument> {
  const was = await locked(tx)
  dropPicture(tx, was.picture, file)
  return documentOf(tx, await store(tx, was, changed, async () => ({ picture: null, print: null })))
}
