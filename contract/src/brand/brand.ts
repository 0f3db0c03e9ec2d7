/** The academy's colour and logo, which every screen and print shows. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { picture, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { isTooLight } from './palette.ts'

const badHex = 'Give the colour as # and six digits, such as #3a4fa3'
const tooLight = 'This colour is too light: buttons would vanish. Choose a darker one'

const hexShape = /^#[0-9a-f]{6}$/i
const colour = text('Colour', { pattern: [hexShape, badHex] })

export const brandFields = {
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
  updatedAt: z.string(),
})
export type BrandDocument = z.output<typeof brand>

export const brandRoutes = {
  get: endpoint({ method: 'GET', path: '/brand', may: 'docFormat.edit', result: brand }),
  update: endpoint({
    method: 'PUT',
    path: '/brand',
    may: 'docFormat.edit',
    body: z.object({ hex: brandFields.hex.schema }),
    result: brand,
    upload: 'picture',
    confirm: messages.submit,
    done: messages.updated,
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
