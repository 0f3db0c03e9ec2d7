import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
  to: string[]
  text: string
}

/** A mail server on a free port; `refuse` makes it reject all mails. */
export async function mailServer(refuse = false) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : undefined),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => {
        text += piece
      })
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
