import type { auth } from '@academy/contract/staff/auth.ts'
import { entrance } from '@academy/contract/staff/entrance.ts'

type EntranceCalls = Pick<typeof auth, 'login' | 'config'>

/**
 * The calls of the sign-in page, typed as the contract has them but without the rules of what is sent and answered: the
 * client reads none of them, and they are a quarter of what that page weighs.
 */
export const entranceCalls = {
  login: { ...entrance.login, may: 'public', result: {} },
  config: { ...entrance.config, may: 'public', result: {} },
} as unknown as EntranceCalls
