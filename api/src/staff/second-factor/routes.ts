import { secondFactor } from '@academy/contract/staff/second-factor.ts'
import { apiModule, conflict, invalid, notFound, stepwise, unauthorized } from '../../platform/http/index.ts'
import { deviceCookie, deviceIn } from '../sign-in/known-devices.ts'
import { addFactor, mayAdd, newCodes, ownFactors, removeFactor } from './factors.ts'
import { registered, registrationOptions, siteOf } from './passkeys.ts'
import { askFor, factorsOf } from './proof.ts'
import { resetFactors } from './reset.ts'
import { confirm, finishSignIn } from './sign-in.ts'
import { newTicket, ticketOf } from './tickets.ts'
import { newSecret, stepOf, wordsOf } from './totp.ts'

const noSite = () =>
  conflict('Passkeys need the portal at a name with https, and PUBLIC_URL to say so. Please use an authenticator app')
const tooLate = () => invalid([{ path: 'ticket', message: 'This took too long. Please start again' }])

export const secondFactorModule = apiModule(secondFactor, {
  signIn: stepwise(async (transact, call, portal) => {
    const { session, device } = await finishSignIn(transact, portal, call.body, {
      address: call.address,
      place: call.place,
      origin: call.origin,
      userAgent: call.userAgent,
      device: deviceIn(portal, call.header('cookie')),
    })
    call.answerHeader('set-cookie', deviceCookie(portal, device))
    return session
  }),
  list: (tx, { origin }) => ownFactors(tx, origin),
  ask: stepwise(async (transact, { origin }, portal, by) => {
    const userId = by.userId ?? ''
    const factors = await transact((tx) => factorsOf(tx, userId))
    if (factors.length === 0) throw notFound('Second factor')
    return askFor(portal, factors, { userId, purpose: 'confirm', origin })
  }),
  confirm: stepwise(async (transact, { body, token, address, place, origin }, portal) => {
    if (!token) throw unauthorized()
    await confirm(transact, portal, body, { token, address, place, origin })
    return {}
  }),
  beginPasskey: stepwise(async (transact, { body, address, origin }, portal, by) => {
    const site = siteOf(portal, origin)
    if (!site) throw noSite()
    await mayAdd(transact, by, body.password, address)
    const user = { id: by.userId ?? '', username: by.username }
    const options = await registrationOptions(portal, site, user, await transact((tx) => factorsOf(tx, user.id)))
    const ticket = await newTicket(portal, { userId: user.id, purpose: 'passkey', challenge: options.challenge })
    return { ticket, options }
  }),
  async addPasskey(tx, { body, token, origin }) {
    const site = siteOf(tx.portal, origin)
    if (!site) throw noSite()
    const ticket = await ticketOf(tx, body.ticket, 'passkey')
    if (!ticket?.challenge || ticket.id !== tx.by.userId || !token) throw tooLate()
    const credential = await registered(site, ticket.challenge, body.passkey)
    if (!credential) throw invalid([{ path: 'passkey', message: 'This passkey was not accepted' }])
    const factor = {
      kind: 'passkey' as const,
      name: body.name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: credential.transports ?? [],
    }
    return { recoveryCodes: await addFactor(tx, ticket, factor, token) }
  },
  beginTotp: stepwise(async (transact, { body, address }, portal, by) => {
    await mayAdd(transact, by, body.password, address)
    const user = { id: by.userId ?? '', username: by.username }
    const secret = newSecret(portal, user.id)
    const ticket = await newTicket(portal, { userId: user.id, purpose: 'totp', secret })
    return { ticket, ...(await wordsOf(portal, user, secret)) }
  }),
  async addTotp(tx, { body, token }) {
    const ticket = await ticketOf(tx, body.ticket, 'totp')
    if (!ticket?.secret || ticket.id !== tx.by.userId || !token) throw tooLate()
    const step = stepOf(tx.portal, ticket.id, ticket.secret, body.code.replace(/\s/g, ''))
    if (step === undefined)
      throw invalid([{ path: 'code', message: 'This is not the code that the app shows now. Is its clock right?' }])
    const factor = { kind: 'totp' as const, name: body.name, secret: ticket.secret, counter: String(step) }
    return { recoveryCodes: await addFactor(tx, ticket, factor, token) }
  },
  newCodes: async (tx) => ({ recoveryCodes: await newCodes(tx, tx.portal) }),
  async remove(tx, { params }) {
    await removeFactor(tx, params.id)
    return { _id: params.id }
  },
  async reset(tx, { params }) {
    await resetFactors(tx, params.id)
    return { _id: params.id }
  },
})
