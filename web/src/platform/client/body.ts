/**
 * JSON, or multipart as soon as a field is a File: text as text, everything else as JSON text (`true`, `["a"]`,
 * `null`), undefined left out.
 */
export function encodeBody(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined
  if (typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob)) {
    const form = new FormData()
    // Fields first, so that the server knows them before the file streams in.
    for (const [name, value] of Object.entries(body)) {
      if (value === undefined || value instanceof Blob) continue
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    for (const [name, value] of Object.entries(body)) if (value instanceof Blob) form.append(name, value)
    return form
  }
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}
