import { pointAdjust as routes } from '@academy/contract/pointadjust/pointadjust.ts'
import { checkRange } from '../platform/data/index.ts'
import { apiModule, stepwise } from '../platform/http/index.ts'
import { exported } from '../platform/sheets/index.ts'
import { mailAllCodes } from './codes.ts'
import { moveExpiration } from './expiry.ts'
import { parentFlow } from './parent-flow.ts'
import { parentBalance, parentWallet } from './parent-wallets.ts'
import { renewAllPasswords, requireAllMembers } from './passwords.ts'
import { totalFlow, totalFlowBefore } from './total-flow.ts'

export const pointAdjustModule = apiModule(routes, {
  totalFlow: exported((tx, { query }) => {
    checkRange(query)
    return totalFlow(tx, query)
  }),
  totalFlowBefore: exported((tx, { query }) => totalFlowBefore(tx, query)),
  parentFlow: (tx, { query }) => parentFlow(tx, query),
  moveExpiration: (tx, { body }) => moveExpiration(tx, body),
  parentWallet: exported((tx) => parentWallet(tx)),
  parentBalance: exported((tx, { query }) => parentBalance(tx, query)),
  mailCodes: stepwise(async (transact, { body, address }, portal) => {
    await transact(requireAllMembers)
    return mailAllCodes(transact, portal, body.password, address)
  }),
  allPasswords: stepwise(async (transact, { body, address }) => {
    await transact(requireAllMembers)
    return renewAllPasswords(transact, body.password, address)
  }),
})
