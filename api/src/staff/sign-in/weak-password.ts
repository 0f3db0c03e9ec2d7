import { academyNow, type Tx } from '../../platform/data/index.ts'
import { invalid } from '../../platform/http/index.ts'
import { weaknessOf } from '../../platform/runtime/index.ts'

/** 400 at `password` for one that is common or a name. */
export async function refuseWeak(
  tx: Tx,
  password: string,
  user: { username: string; email: string | null },
): Promise<void> {
  const { username, email } = user
  const message = weaknessOf(password, { names: [username], email }, (await academyNow(tx)).name)
  if (message) throw invalid([{ path: 'password', message }])
}
