import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

type Part = Record<string, unknown>
type Content = Record<string, { schema?: unknown; example?: unknown; [further: string]: unknown }>

/** A call as OpenAPI describes it, as much of it as the portal's own page reads. */
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

/** What is large is made by the portal itself and not looked through again. */
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
    // Whoever writes a client needs it before there is a user for them; it holds nothing of the academy.
    may: 'public',
    summary: 'Every call there is, with what goes in and what comes out, as OpenAPI 3.1',
    result: description,
  }),
}
