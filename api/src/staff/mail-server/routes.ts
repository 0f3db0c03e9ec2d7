import { mailServerRoutes } from '@academy/contract/staff/mail-server.ts'
import { academyNow, mailSettings, type Tx } from '../../platform/data/index.ts'
import { apiModule, conflict, stepwise, type Transact } from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { giveMailServer, mailServerDocument, mailServerVersion, refuseBelowAnybody } from './mail-server.ts'
import { refusalOf } from './refusal.ts'

/** Milliseconds for a test mail, less than a screen waits. */
const patience = 20_000

const noteTest = (tx: Tx, to: string, refusal: string | null) =>
  tx.change(
    {
      section: 'Academy',
      docType: 'mail-server',
      docId: 'mail-server',
      action: refusal === null ? 'Sent' : 'Failed',
      description: `Sent a test mail to ${to}${refusal === null ? '' : `, in vain: ${refusal}`}`,
    },
    async () => undefined,
  )

/** Sends a mail by the server of now, outside of any transaction. */
async function testMail(transact: Transact, portal: Portal, to: string) {
  const { name } = await transact(async (tx) => {
    await refuseBelowAnybody(tx)
    return academyNow(tx)
  })
  const { server } = await mailSettings(portal)
  if (!server) throw conflict('There is no mail server that mails could be sent by')
  const text = ['This is a test: mails of the portal reach you.', '', name].join('\n')
  const refusal = await portal.mailer
    .send({ to, subject: `${name}: a test mail`, text }, AbortSignal.timeout(patience))
    .then(() => null)
    .catch((error: unknown) => refusalOf(error, [server.password]))
  await transact((tx) => noteTest(tx, to, refusal))
  return {
    isTaken: refusal === null,
    message: refusal ?? `The server took the mail. Please look whether it came to ${to}`,
  }
}

export const mailServerModule = apiModule(
  mailServerRoutes,
  {
    readMailServer: mailServerDocument,
    giveMailServer: (tx, { body }) => giveMailServer(tx, body),
    testMail: stepwise((transact, { body }, portal) => testMail(transact, portal, body.email)),
  },
  {},
  mailServerVersion,
)
