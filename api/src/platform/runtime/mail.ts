import { createTransport } from 'nodemailer'

export interface Mail {
  /** A single plain address. */
  to: string
  subject: string
  text: string
}

/** Sends mails through the configured server. */
export interface Mailer {
  /** Rejects when the server does not accept the mail. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server at `smtpUrl`; null without one. */
export function mailerOf(
  smtpUrl: string | undefined,
  from: { name: () => Promise<string>; address: string },
): Mailer | null {
  if (!smtpUrl) return null
  const address = new URL(smtpUrl)
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    // An internal server seldom has a trusted certificate; the URL may waive the check.
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
  // Failures reach the sender through send(); without a listener they could end the process.
  transport.on('error', () => {})
  return {
    // As an object, because an address as text would be parsed, and a line break in it could redirect the mail.
    send: async ({ to, subject, text }) =>
      void (await transport.sendMail({
        from: { name: await from.name(), address: from.address },
        to: { name: '', address: to },
        subject,
        text,
      })),
    close: () => transport.close(),
  }
}
