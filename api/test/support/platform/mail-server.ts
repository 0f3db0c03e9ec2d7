import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
  to: string[]
  /** Who signed in. */
  user: string | undefined
  text: string
}

/** A mail server on a free port; `refuse` makes it reject all mails. With a login it takes none without. */
export async function mailServer(refuse = false, login?: { username: string; password: string }) {
  const received: Received[] = []
  let refuses = refuse
  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    // A portal keeps its connection for the next mail; closing need not wait for that, in milliseconds.
    closeTimeout: 50,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth: ({ username, password }, _session, done) =>
      username === login?.username && password === login?.password
        ? done(null, { user: username })
        : done(new Error(`no such login as ${username} with ${password}`)),
    onRcptTo: (_address, _session, done) => done(refuses ? new Error('no such mailbox') : undefined),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => {
        text += piece
      })
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), user: session.user, text })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    refuse(all: boolean) {
      refuses = all
    },
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
