import { createTransport } from 'nodemailer'

export interface Mail {
  /** A single plain address. */
  to: string
  subject: string
  text: string
}

export interface MailServer {
  host: string
  port: number
  /** `offered`: STARTTLS where the server offers it. */
  security: 'tls' | 'starttls' | 'offered' | 'none'
  /** Whether a certificate that nobody signed is accepted. */
  isInsecure: boolean
  username: string | null
  password: string | null
}

/** By which server mails go out now, and from whom. */
export interface MailSettings {
  /** Null without a server, and where its password cannot be opened. */
  server: MailServer | null
  from: { name: string; address: string }
}

/** Sends mails. What it stands on is read for every mail, so that a change holds at once. */
export interface Mailer {
  /** Rejects when the server does not accept the mail, or there is none. `signal` gives up. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** The server in an address such as `smtps://user:password@mail.example.com`. */
export function serverIn(smtpUrl: string): MailServer {
  const address = new URL(smtpUrl)
  const isTls = address.protocol === 'smtps:'
  return {
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : 'offered',
    // An internal server seldom has a trusted certificate; the URL may waive the check.
    isInsecure: address.searchParams.get('tls') === 'insecure',
    username: decodeURIComponent(address.username) || null,
    password: decodeURIComponent(address.password) || null,
  }
}

function transportOf({ host, port, security, isInsecure, username, password }: MailServer) {
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(isInsecure ? { tls: { rejectUnauthorized: false } } : {}),
    ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Failures reach the sender through send(); without a listener they could end the process.
  transport.on('error', () => {})
  return transport
}

interface Line {
  key: string
  transport: ReturnType<typeof transportOf>
  /** Mails under way. */
  pending: number
}

export function mailerOf(settings: () => Promise<MailSettings>): Mailer {
  let line: Line | undefined

  function lineTo(server: MailServer): Line {
    const key = JSON.stringify(server)
    if (line?.key === key) return line
    if (line?.pending === 0) line.transport.close()
    line = { key, transport: transportOf(server), pending: 0 }
    return line
  }

  return {
    async send({ to, subject, text }, signal) {
      const { server, from } = await settings()
      if (!server) throw new Error('There is no mail server')
      const used = lineTo(server)
      used.pending++
      try {
        // As an object, because an address as text would be parsed, and a line break in it could redirect the mail.
        const mail = { from, to: { name: '', address: to }, subject, text }
        await used.transport.sendMail(signal ? { ...mail, signal } : mail)
      } finally {
        // The last mail by a server that was changed meanwhile.
        if (--used.pending === 0 && used !== line) used.transport.close()
      }
    },
    close: () => line?.transport.close(),
  }
}
