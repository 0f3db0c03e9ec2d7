import { useRouter, useSearch } from '@tanstack/react-router'
import { signInPath } from './auth/paths.ts'
import { home } from './platform/client/session/home.ts'
import { SignIn } from './SignIn.tsx'

/** The sign-in page for whoever has been in the portal. */
export function SignedOut() {
  const router = useRouter()
  const { next } = useSearch({ from: signInPath })
  return (
    <SignIn
      next={next}
      go={async (to) => (to ? router.history.replace(to) : router.navigate({ to: home(), replace: true }))}
    />
  )
}
