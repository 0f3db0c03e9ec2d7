import { createTransport } from 'nodemailer'

export interface Mail {
  /** One plain address. */
  to: string
  subject: string
  text: string
}

/** Hands mails to the configured server. */
export interface Mailer {
  /** Rejects when the server does not take it. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server at `smtpUrl`; null without one. */
export function mailerOf(smtpUrl: string | undefined, from: { name: string; address: string }): Mailer | null {
  if (!smtpUrl) return null
  const address = new URL(smtpUrl)
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    // A server in the house seldom has a certificate that anybody knows: asked for in the address only.
    ...(address.searchParams.get('tls') === 'insecure' ? { tls: { rejectUnauthorized: false } } : {}),
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // What fails is told to whoever sends; without a listener it could end the process.
  transport.on('error', () => {})
  return {
    // An address as text would be parsed, and a line break in it could redirect the mail.
    send: async ({ to, subject, text }) =>
      void (await transport.sendMail({ from, to: { name: '', address: to }, subject, text })),
    close: () => transport.close(),
  }
}
