/** The built screens. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Portal } from '../runtime/portal.ts'
import { errorBody } from './errors.ts'
import type { ApiModule } from './handler.ts'

const page = 'index.html'

/** Addresses of calls and of the screens' files, also as a client misspells them: what is not there is told, not covered by a page. */
const noPage = /^\/+(api(\/|$|\?)|assets\/)/i

/** One port for screens and calls: any other path that is no file answers the screens' HTML. */
export async function serveScreens(
  app: FastifyInstance,
  portal: Portal,
  modules: readonly ApiModule[],
  folder: string | undefined,
) {
  const policies: Record<string, string> = Object.assign({}, ...modules.map((each) => each.pagePolicies?.(portal)))
  const hasScreens = folder !== undefined && existsSync(folder)
  if (hasScreens) {
    const files = { index: false, preCompressed: true, cacheControl: false } as const
    await app.register(fastifyStatic, {
      ...files,
      root: folder,
      wildcard: false,
      // The page is answered below, with the sheets of the modules.
      globIgnore: [page, 'assets/**'],
      setHeaders: (response) => response.header('cache-control', 'no-cache'),
    })
    await app.register(fastifyStatic, {
      ...files,
      root: join(folder, 'assets'),
      prefix: '/assets/',
      // Looked for with each call: screens that are built anew under a running portal have other names.
      allowedPath: (path) => !path.endsWith('/'),
      decorateReply: false,
      setHeaders: (response) => response.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !noPage.test(request.url)
    if (!hasScreens || !isPage) return reply.code(404).send(errorBody(404, 'There is nothing at this address'))
    const own = policies[request.url.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')]
    // Such a page may open windows of other origins: its provider's bank, for example.
    if (own) reply.headers({ 'content-security-policy': own, 'cross-origin-opener-policy': 'same-origin-allow-popups' })
    const sheets = await sheetsOf(portal, modules)
    if (sheets.length === 0) return reply.sendFile(page)
    const html = await readFile(join(folder, page), 'utf8')
    const links = sheets.map((address) => `<link rel="stylesheet" href="${address}" />`).join('')
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .send(html.replace('</head>', `${links}</head>`))
  })
}

/** The addresses of the modules' sheets. A page without them is better than none. */
async function sheetsOf(portal: Portal, modules: readonly ApiModule[]): Promise<string[]> {
  try {
    const sheets = await Promise.all(modules.map((each) => each.pageSheet?.(portal)))
    return sheets.filter((address) => address !== undefined)
  } catch (error) {
    portal.log.warn({ error }, 'the page goes without its further sheets')
    return []
  }
}
