import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

type Part = Record<string, unknown>
type Content = Record<string, { schema?: unknown; example?: unknown; [further: string]: unknown }>

/** The parts of an OpenAPI operation that the portal's own page reads. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Part[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Part & { description?: string; content?: Content }>
  [further: string]: unknown
}

/** The portal generates it, so its large parts are not validated again. */
export const description = z.looseObject({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.custom<Record<string, Record<string, Operation>>>(),
  components: z.custom<{ schemas: Record<string, Part>; [further: string]: unknown }>(),
})
export type Description = z.output<typeof description>

export const docs = {
  description: endpoint({
    method: 'GET',
    path: '/openapi.json',
    namesNobody: true,
    // Developers of clients need it before they have a user; it contains nothing of the academy.
    may: 'public',
    summary: 'Every call there is, with what goes in and what comes out, as OpenAPI 3.1',
    result: description,
  }),
}
