import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { messages, pictureLimit } from '@academy/contract/platform/messages.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RedrawnPicture } from '../files/pictures.ts'
import { isTooDeep, tooDeep } from './body.ts'
import { HttpError } from './errors.ts'

export interface Upload {
  name: string
  content: Buffer
  /** Of calls that take a picture: what is stored of it. */
  picture?: RedrawnPicture
}

interface Part {
  type?: string | string[]
  items?: Part
  anyOf?: Part[]
  properties?: Record<string, Part>
}

const choicesOf = (part: Part): Part[] => [part, ...(part.anyOf ?? []).flatMap(choicesOf)]
// Optional text has the type ['string', 'null'].
const isText = ({ type }: Part) => [type].flat().includes('string')
const isListOfTexts = ({ type, items }: Part) => type === 'array' && items !== undefined && isText(items)

/** The fields of a body that are no text: in multipart they are JSON, or the entries of a list one by one. */
function fieldsOf(schema: z.ZodType) {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part
  // An optional body is an anyOf.
  const [whole = {}] = choicesOf(json).flatMap(({ properties }) => properties ?? [])
  const named = (is: (part: Part) => boolean) =>
    new Set(Object.entries(whole).flatMap(([name, part]) => (choicesOf(part).some(is) ? [name] : [])))
  const texts = named(isText)
  const isJson = (name: string) => Object.hasOwn(whole, name) && !texts.has(name)
  return { has: (name: string) => Object.hasOwn(whole, name), isJson, lists: named(isListOfTexts) }
}

function decoded(text: string, isJson: boolean): unknown {
  if (text === 'null') return null
  if (text === 'undefined') return undefined
  if (!isJson) return text
  if (text === '') return null
  if (isTooDeep(text)) throw tooDeep()
  try {
    return JSON.parse(text)
  } catch {
    // In a body without rules plain text is allowed; a field with a rule reports the error itself.
    return text
  }
}

const unclear = (path: string, message: string) => new HttpError(400, message, { details: [{ path, message }] })

/** The field meant: many clients name the entries of a list `name[]` or `name[0]`. */
function nameOf(sent: string, fields: ReturnType<typeof fieldsOf>): string {
  const [, name = sent] = /^([^[]+)\[/.exec(sent) ?? []
  if (name === sent || !fields.has(name)) return sent
  if (fields.lists.has(name) && /^[^[]+\[\d*\]$/.test(sent)) return name
  throw unclear(name, 'Send it as JSON text')
}

/** Read as UTF-8, what is none has become replacement characters: a name would be lost without a word. */
const notUtf8 = () => new HttpError(400, 'The form is not UTF-8')

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** A part that says it is JSON, as clients made from the description send lists and objects, comes parsed. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const tooLarge = (path: string) =>
  new HttpError(413, messages.fileSize(pictureLimit.kilobytes), {
    details: [{ path, message: messages.fileSize(pictureLimit.kilobytes) }],
  })

/** The one file of a call. */
function theFile(
  upload: string,
  { fieldname, filename }: { fieldname: string; filename: string },
  content: Buffer,
  other: Upload | undefined,
): Upload {
  if (fieldname !== upload) throw unclear(fieldname, `Send the file as ${upload}`)
  if (content.length === 0) throw unclear(fieldname, 'The file is empty')
  if (other) throw unclear(fieldname, 'Send one file')
  return { name: filename, content }
}

/** A multipart request as the body its endpoint expects, and its file. */
export async function readMultipart(
  request: FastifyRequest,
  route: Endpoint,
): Promise<{ body: unknown; file: Upload | undefined }> {
  if (!route.upload || !route.body) throw new HttpError(415, 'This call takes JSON')
  const fields = fieldsOf(route.body)
  const sent = new Map<string, string[]>()
  let file: Upload | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const content = await part.toBuffer()
        // A browser sends an empty part without a name where no file was chosen; a call that needs one says so itself.
        const isNone = content.length === 0 && (!part.filename || route.upload === 'file')
        if (!isNone) file = theFile(route.upload, part, content, file)
      } else {
        if (part.valueTruncated || part.fieldnameTruncated)
          throw new HttpError(413, 'Too long', { details: [{ path: part.fieldname, message: 'Too long' }] })
        const value = textOf(part.value)
        if (value.includes('\ufffd')) throw notUtf8()
        const name = nameOf(part.fieldname, fields)
        sent.set(name, [...(sent.get(name) ?? []), value])
      }
    }
  } catch (error) {
    if (isCode(error, 'FST_REQ_FILE_TOO_LARGE')) throw tooLarge(route.upload)
    if (isCode(error, 'FST_INVALID_JSON_FIELD_ERROR'))
      throw new HttpError(400, 'A part of the form is said to be JSON and is none')
    if (error instanceof HttpError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new HttpError(400, 'The form is incomplete or malformed')
  }
  const body = [...sent].map(([name, texts]): [string, unknown] => {
    // A list is sent whole, or one entry at a time.
    const isSpread = fields.lists.has(name) && texts.length > 1
    if (!isSpread && new Set(texts).size > 1) throw unclear(name, 'Send it once')
    return [name, isSpread ? texts : decoded(texts.at(-1) ?? '', fields.isJson(name))]
  })
  return { body: Object.fromEntries(body.filter(([, value]) => value !== undefined)), file }
}
