import { z } from 'zod'
import { route } from '../kit/route.ts'

const shown = z.looseObject({ description: z.string().optional() })
const content = z.record(z.string(), z.looseObject({ schema: z.unknown(), example: z.unknown() }).partial())

const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })).optional(),
  requestBody: z.looseObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), shown.extend({ content: content.optional() })),
})

/** As much of OpenAPI 3.1 as the portal's own page reads. */
export const description = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
export type Description = z.output<typeof description>

export const docs = {
  description: route({
    method: 'GET',
    path: '/openapi.json',
    // Whoever writes a client needs it before there is a user for them; it holds nothing of the academy.
    may: 'public',
    summary: 'Every call there is, with what goes in and what comes out, as OpenAPI 3.1',
    result: description,
  }),
}
