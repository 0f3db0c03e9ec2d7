/** What a mail server said against a mail, in plain words. */

const longest = 300

interface Said {
  code?: unknown
  response?: unknown
  message: string
}

const saidIn = (error: unknown): Said => {
  const message = error instanceof Error ? error.message : String(error)
  return typeof error === 'object' && error !== null ? { ...error, message } : { message }
}

const timeouts = new Set(['ETIMEDOUT', 'ABORT_ERR', 'EABORT'])
const names = new Set(['EDNS', 'ENOTFOUND', 'EAI_AGAIN'])

function wordsOf(error: unknown): string {
  const { code, response, message } = saidIn(error)
  const words = typeof response === 'string' ? response : message
  const kind = String(code)
  if (names.has(kind) || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'There is no server of this name'
  if (/ECONNREFUSED/.test(message)) return 'Nothing answers at this port of the server'
  if (timeouts.has(kind) || /timeout|timed out|aborted/i.test(message)) return 'The server did not answer in time'
  if (kind === 'EAUTH') return `The server did not accept username and password: ${words}`
  if (kind === 'ETLS' || /certificate|self.signed|ssl|tls/i.test(message))
    return `The connection could not be encrypted: ${message}`
  if (typeof response === 'string') return `The server refused the mail: ${words}`
  return `The mail was not sent: ${message}`
}

/** One line, without `secrets`, which a server may repeat. */
export function refusalOf(error: unknown, secrets: readonly (string | null)[]): string {
  const known = secrets.flatMap((secret) => (secret ? [secret, Buffer.from(secret).toString('base64')] : []))
  const words = known.reduce((text, secret) => text.replaceAll(secret, '***'), wordsOf(error))
  const line = words.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
