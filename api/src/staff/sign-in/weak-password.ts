import type { Tx } from '../../platform/data/index.ts'
import { invalid } from '../../platform/http/index.ts'
import { weaknessOf } from '../../platform/runtime/index.ts'

/** 400 at `password` for one that is common or a name. */
export function refuseWeak(tx: Tx, password: string, user: { username: string; email: string | null }): void {
  const { username, email } = user
  const message = weaknessOf(password, { names: [username], email }, tx.portal.config.company.name)
  if (message) throw invalid([{ path: 'password', message }])
}
