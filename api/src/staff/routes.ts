import { auth } from '@academy/contract/staff/auth.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { publicBrand } from '../brand/brand.ts'
import { academyNow, mailsGoOut } from '../platform/data/index.ts'
import { apiModule, preparing, stepwise, unauthorized } from '../platform/http/index.ts'
import { type Config, timezone } from '../platform/runtime/index.ts'
import { changePassword, signIn } from './passwords.ts'
import { changeProfile, sessionUserOf } from './profile.ts'
import { deviceCookie, deviceIn } from './sign-in/known-devices.ts'
import { endReplaced, endSession, renew } from './sign-in/sessions.ts'
import { userConflicts } from './user-routes.ts'

function cardsOf({ payment }: Config): 'provider' | 'sandbox' | 'none' {
  if (payment.baseUrl) return 'provider'
  return payment.sandbox ? 'sandbox' : 'none'
}

export const staffModule = apiModule(
  auth,
  {
    login: stepwise(async (transact, call, portal) => {
      const given = deviceIn(portal, call.header('cookie'))
      const { answer, device } = await signIn(transact, portal, call.body, {
        address: call.address,
        place: call.place,
        origin: call.origin,
        userAgent: call.userAgent,
        device: given,
      })
      if (device) call.answerHeader('set-cookie', deviceCookie(portal, device))
      const replaced = call.token
      if (replaced) await transact((tx) => endReplaced(tx, replaced))
      return answer
    }),
    refresh: stepwise(async (transact, { body }) => {
      // Committed first: the refusal must not roll back the end of a session.
      const tokens = await transact((tx) => renew(tx, body.refreshToken))
      if (!tokens) throw unauthorized()
      return tokens
    }),
    async logout(tx, { token }) {
      if (token) await endSession(tx, token)
      return {}
    },
    profile: (tx) => sessionUserOf(tx, tx.by.userId),
    updateProfile: stepwise(async (transact, { body, address }) => {
      if (body.email !== undefined || body.username || body.password) await changeProfile(transact, body, address)
      return transact((tx) => sessionUserOf(tx, tx.by.userId))
    }),
    changePassword: preparing(async (transact, { body, address, token }) => {
      if (!token) throw unauthorized()
      return changePassword(transact, body, { address, token })
    }),
    async config(tx) {
      const { appScheme, requestTimeout } = tx.portal.config
      const academy = await academyNow(tx)
      return {
        companyName: academy.name,
        appName: 'Academy',
        version: manifest.version,
        currency: 'RM',
        timezone,
        contactPhone: academy.phone,
        creditPrice: ringgit(academy.creditPriceSen),
        lowBalance: academy.lowBalance,
        today: tx.today,
        appScheme,
        cardPayments: cardsOf(tx.portal.config),
        memberPasswords: tx.portal.config.memberPasswords,
        mailsLinks: Boolean(tx.portal.config.publicUrl) && (await mailsGoOut(tx.portal, tx)),
        requestTimeout,
        brand: await publicBrand(tx),
      }
    },
  },
  userConflicts,
)
