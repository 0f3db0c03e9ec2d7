import { codeDays } from '@academy/contract/members/password-code.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { type pointAdjust, pointAdjustMessages } from '@academy/contract/pointadjust/pointadjust.ts'
import { type CodeReceiver, codeReceivers, dropCodes, type MemberCode, makeCodes } from '../members/members.ts'
import { academyOf, chunksOf, inTransaction, mailsGoOut } from '../platform/data/index.ts'
import { conflict, systemCaller, type Transact } from '../platform/http/index.ts'
import type { Mail, Portal } from '../platform/runtime/index.ts'
import { requireOwnPassword } from './passwords.ts'

/** The page of the screens on which a member redeems a code, which follows behind a #: no server's log sees it. */
const passwordPage = '/member-password'

function mailOf(academy: string, publicUrl: string, { name, email, code }: MemberCode): Mail {
  return {
    to: email,
    subject: `${academy}: your password`,
    text: [
      `Hello ${name},`,
      '',
      'with this link you choose a password of your own, with which you sign in to our app:',
      '',
      `${publicUrl}${passwordPage}#${code}`,
      '',
      `It works once and for ${codeDays} days. Until then a password that you have goes on working.`,
      '',
      academy,
    ].join('\n'),
  }
}

async function isTaken({ log, mailer }: Portal, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    log.warn({ error }, 'a mail with a code was not sent')
    return false
  }
}

/** After as many refusals in a row the mail server is not asked for the rest. */
const mostRefusals = 3

/**
 * Sends the codes one by one. Those that the mail server does not take are taken back and kept nowhere: whoever may read
 * the outbox must not read them.
 */
async function sendCodes(portal: Portal, publicUrl: string, codes: readonly MemberCode[]) {
  const unsent: MemberCode[] = []
  let refusals = 0
  const { name: academy } = await academyOf(portal)
  for (const each of codes) {
    const isSent = refusals < mostRefusals && (await isTaken(portal, mailOf(academy, publicUrl, each)))
    refusals = isSent ? 0 : refusals + 1
    if (!isSent) unsent.push(each)
  }
  if (unsent.length > 0) await inTransaction(portal, systemCaller('mail'), {}, (tx) => dropCodes(tx, unsent))
}

const hasAddress = ({ email }: CodeReceiver) => Boolean(email)

/**
 * Mails every active member who has an address a code for a password of their own, some hundred members per transaction.
 * 409 where the portal cannot mail a link, 400 when the caller's own password is wrong.
 */
export async function mailAllCodes(
  transact: Transact,
  portal: Portal,
  own: string,
  address: string,
): Promise<ResultOf<typeof pointAdjust.mailCodes>> {
  const { background, config } = portal
  const { publicUrl } = config
  if (!publicUrl || !(await transact((tx) => mailsGoOut(portal, tx)))) throw conflict(pointAdjustMessages.codesOff)
  await requireOwnPassword(transact, own, address)
  const members = await transact(codeReceivers)
  let mailed = 0
  for (const portion of chunksOf(members.filter(hasAddress))) {
    const codes = await transact((tx) => makeCodes(tx, portion))
    mailed += codes.length
    background.run(() => sendCodes(portal, publicUrl, codes))
  }
  return { mailed, withoutAddress: members.filter((member) => !hasAddress(member)).map(({ name }) => name) }
}
