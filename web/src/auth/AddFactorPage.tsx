import { auth } from '@academy/contract/staff/auth.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { home } from '../platform/client/session/home.ts'
import { rememberUser } from '../platform/client/session/session.ts'
import { Entrance } from './Entrance.tsx'
import { addFactorPath } from './paths.ts'
import { SignOutLink } from './SignOutLink.tsx'
import { safeNext } from './safe-next.ts'

/** Whose user group asks for a second factor adds one, and goes on to the page they wanted. */
export function AddFactorPage({ factors }: { factors: (onAdded: () => void) => ReactNode }) {
  const router = useRouter()
  const { next } = useSearch({ from: addFactorPath })
  const title = 'Add a second factor'

  async function goOn() {
    rememberUser(await call(auth.profile))
    router.history.replace(safeNext(next) ?? home())
  }
  return (
    <Entrance title={title}>
      <div className="entrance-card entrance-wide">
        <h1>{t(title)}</h1>
        <p>{t('Your user group signs in with a second factor beside the password. Add one to go on.')}</p>
        {factors(() => void goOn())}
        <SignOutLink />
      </div>
    </Entrance>
  )
}
