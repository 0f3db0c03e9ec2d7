import { backgroundRoutes } from '@academy/contract/brand/background.ts'
import { brandRoutes } from '@academy/contract/brand/brand.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type ApiModule, apiModule, errorBody, stepwise } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { removeBackground, saveBackground } from './background.ts'
import { brandDocument, brandVersion, picturePath, removeLogo, saveBrand, sheetFor, sheetPath } from './brand.ts'
import { type ShownBrand, serveHomeScreen } from './home-screen.ts'
import { receiptPreview } from './preview.ts'

const handled = apiModule(
  brandRoutes,
  {
    get: brandDocument,
    update: (tx, { body, file }) => saveBrand(tx, body, file),
    preview: stepwise((transact, { body, file, origin }) =>
      receiptPreview(transact, origin, (tx) => saveBrand(tx, body, file)),
    ),
    removePicture: (tx, { params }) => removeLogo(tx, params.file),
  },
  {},
  brandVersion,
)

async function shown({ database }: Portal): Promise<ShownBrand> {
  const [row] = await database.query<ShownBrand>(sql`select palette, picture from brand`)
  return row ?? { palette: null, picture: null }
}

const forever = 'public, max-age=31536000, immutable'
const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png' }

/** Sheet, logo and what a home screen shows, without a session: the sign-in page has them too. An address with another content than now is not kept. */
function serveBrand(app: FastifyInstance, portal: Portal): void {
  app.get<{ Querystring: Record<string, unknown> }>(sheetPath, async ({ query }, reply) => {
    const { palette } = await shown(portal)
    const sheet = palette ? sheetFor(palette) : undefined
    return reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', sheet && query.v === sheet.version ? forever : 'no-cache')
      .send(sheet?.text ?? '')
  })
  app.get<{ Params: { key: string } }>(`${picturePath}/:key`, async ({ params: { key } }, reply) => {
    const { picture } = await shown(portal)
    const bytes = picture && key === picture ? await portal.pictures.thumbnail(picture) : undefined
    if (!bytes) return reply.code(404).header('cache-control', 'no-store').send(errorBody(404, 'File not found'))
    return reply
      .headers({
        'content-type': types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': forever,
      })
      .send(bytes)
  })
  serveHomeScreen(app, portal, shown)
}

export const backgroundModule = apiModule(backgroundRoutes, {
  updateBackground: (tx, { file }) => saveBackground(tx, file),
  previewBackground: stepwise((transact, { file, origin }) =>
    receiptPreview(transact, origin, (tx) => saveBackground(tx, file)),
  ),
  removeBackground: (tx, { params }) => removeBackground(tx, params.file),
})

export const brandModule: ApiModule = {
  ...handled,
  mount: serveBrand,
  async pageSheet(portal) {
    const { palette } = await shown(portal)
    return palette ? sheetFor(palette).address : undefined
  },
}
