/** The tag of a document's version, kept beside the document. */

const tags = new WeakMap<object, string>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The tag a document was answered with, which a change of it may name as `ifMatch`. */
export const tagOf = (document: object): string | undefined => tags.get(document)

/** What was made of a document stands for it: it has the same tag, or none. */
export function withTagOf<Made>(document: unknown, made: Made): Made {
  if (!isObject(made)) return made
  const tag = isObject(document) ? tags.get(document) : undefined
  if (tag === undefined) tags.delete(made)
  else tags.set(made, tag)
  return made
}

/** The document of an answer, which keeps its tag. */
export async function documentIn(answer: Response): Promise<unknown> {
  const document: unknown = await answer.json()
  const tag = answer.headers.get('etag')
  if (tag && isObject(document)) tags.set(document, tag)
  return document
}
