/** What the academy is called, where it is, what its credit costs, its colour and logo: on every screen, print and mail. */
import { z } from 'zod'
import { languageNames, languages } from '../messages/languages.ts'
import { endpoint } from '../platform/endpoint.ts'
import { amount, optionalChoice, optionalInteger, picture, shapeOf, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { isTooLight } from './palette.ts'

const badHex = 'Give the colour as # and six digits, such as #3a4fa3'
const tooLight = 'This colour is too light: buttons would vanish. Choose a darker one'

const hexShape = /^#[0-9a-f]{6}$/i
const colour = text('Colour', { pattern: [hexShape, badHex] })

const price = amount('Price of a Credit (RM)', {
  // With more a large package would cost what no payment holds.
  pattern: [/^(?=.*[1-9])\d{1,4}(\.\d{1,2})?$/, 'Give an amount in RM below 10,000, such as 1.00'],
  hint: 'Of orders made from now on; in reports, of all months that are not closed.',
})

export const academyDetails = [
  'companyName',
  'registration',
  'address',
  'phone',
  'creditPrice',
  'lowBalance',
  'language',
] as const
export type AcademyDetail = (typeof academyDetails)[number]

/** None stands for the product's own. */
export const detailFields = {
  companyName: text('Company Name', { max: 100, hint: 'On every screen, receipt and mail.' }),
  registration: text('Registration No.', { max: 60 }),
  address: text('Address', { max: 300 }),
  phone: text('Contact Phone', { max: 40, hint: 'As members read it, on receipts and when a payment is rejected.' }),
  creditPrice: price,
  lowBalance: {
    ...optionalInteger('Low Balance (credits)', { max: 9999 }),
    hint: 'From there on down a wallet is amber, and its member to be reminded.',
  },
  language: {
    ...optionalChoice('Language of Messages', languages, {
      hint: 'For members who were told nothing yet.',
    }),
    options: languages.map((value) => ({ value, label: languageNames[value] })),
  },
}

export const brandFields = {
  ...detailFields,
  /** None stands for the product's own. */
  hex: {
    ...colour,
    schema: colour.schema
      .refine((hex) => !hex || !hexShape.test(hex) || !isTooLight(hex), tooLight)
      .transform((hex) => hex?.toLowerCase() ?? hex),
  },
  picture: picture('Logo'),
}

/** The colour as it would be saved; undefined for none, and for one that is refused. */
export const usableHex = (entered: unknown): string | undefined =>
  brandFields.hex.schema.safeParse(entered).data ?? undefined

export const brand = z.object({
  hex: z.string().nullable(),
  /** Address of the logo, the same for everybody. */
  picture: z.string().nullable(),
  /** Link of the picture under receipts, signed for the caller. */
  background: z.string().nullable(),
  companyName: z.string().nullable(),
  registration: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  /** RM with two decimals, as text. */
  creditPrice: z.string().nullable(),
  lowBalance: z.number().int().nullable(),
  language: z.enum(languages).nullable(),
  /** What stands now, given here or not. */
  now: z.object({
    companyName: z.string(),
    registration: z.string(),
    address: z.string(),
    phone: z.string(),
    creditPrice: z.string(),
    lowBalance: z.number().int(),
    language: z.enum(languages),
  }),
  /** The details that the portal's environment says, with the variable that does: here they cannot be changed. */
  fixed: z.object({
    companyName: z.string().optional(),
    registration: z.string().optional(),
    address: z.string().optional(),
    phone: z.string().optional(),
    creditPrice: z.string().optional(),
    lowBalance: z.string().optional(),
    language: z.string().optional(),
    background: z.string().optional(),
  }),
  updatedAt: z.string(),
})
export type BrandDocument = z.output<typeof brand>

/** What is left out stays. */
const brandBody = z.object({ hex: brandFields.hex.schema, ...shapeOf(detailFields) })

export const brandRoutes = {
  get: endpoint({ method: 'GET', path: '/brand', may: 'docFormat.edit', result: brand }),
  update: endpoint({
    method: 'PUT',
    path: '/brand',
    may: 'docFormat.edit',
    body: brandBody,
    result: brand,
    upload: 'picture',
    confirm: messages.submit,
    done: messages.updated,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/brand/preview',
    may: 'docFormat.edit',
    summary: 'A sample receipt as it would be with these values; nothing is saved',
    body: brandBody,
    result: { file: 'pdf' },
    upload: 'picture',
    status: 200,
  }),
  removePicture: endpoint({
    method: 'PUT',
    path: '/brand/remove/:file',
    may: 'docFormat.edit',
    params: z.object({ file: z.string().max(200) }),
    result: brand,
    confirm: messages.removePicture,
    done: messages.removed,
  }),
}
