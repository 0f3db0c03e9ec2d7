import { messages, pictureLimit } from '@academy/contract/kit/messages.ts'
import type { Route } from '@academy/contract/kit/route.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HttpError } from './errors.ts'

export interface Upload {
  name: string
  content: Buffer
}

/** Of a body's fields, those that are no text: their multipart text is JSON. */
function jsonFields(schema: z.ZodType): Set<string> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const isText = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null) return false
    // Text that may be left out says ['string', 'null'].
    if ('type' in part) return [part.type].flat().includes('string')
    const choices = 'anyOf' in part && Array.isArray(part.anyOf) ? part.anyOf : []
    return choices.some(isText)
  }
  // A body that may be left out is one of two.
  const [whole] = [json, ...(json.anyOf ?? [])].flatMap(({ properties }) => properties ?? [])
  return new Set(Object.entries(whole ?? {}).flatMap(([name, part]) => (isText(part) ? [] : [name])))
}

function decoded(text: string, isJson: boolean): unknown {
  if (text === 'null') return null
  if (text === 'undefined') return undefined
  if (!isJson) return text
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // A loose body's plain text field is no JSON; a field with a rule says itself what is wrong with it.
    return text
  }
}

const tooLarge = (path: string) =>
  new HttpError(413, messages.fileSize(pictureLimit.kilobytes), {
    details: [{ path, message: messages.fileSize(pictureLimit.kilobytes) }],
  })

/** A multipart request as the body its route expects, and its file. */
export async function readMultipart(
  request: FastifyRequest,
  route: Route,
): Promise<{ body: unknown; file: Upload | undefined }> {
  if (!route.upload || !route.body) throw new HttpError(415, 'This call takes JSON')
  const json = jsonFields(route.body)
  const body = new Map<string, unknown>()
  let file: Upload | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const content = await part.toBuffer()
        if (part.fieldname === route.upload && content.length > 0) file = { name: part.filename, content }
      } else {
        if (part.valueTruncated || part.fieldnameTruncated)
          throw new HttpError(413, 'Too long', { details: [{ path: part.fieldname, message: 'Too long' }] })
        const value = decoded(String(part.value), json.has(part.fieldname))
        if (value !== undefined) body.set(part.fieldname, value)
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw tooLarge(route.upload)
    if (error instanceof HttpError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new HttpError(400, 'The form is incomplete or malformed')
  }
  return { body: Object.fromEntries(body), file }
}
