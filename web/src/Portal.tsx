import { auth } from '@academy/contract/staff/auth.ts'
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { forget } from './auth/guard.ts'
import { visibleMenu } from './kit/menu-entry.ts'
import { useSend } from './kit/send.ts'
import { Shell } from './kit/Shell.tsx'
import { useSession } from './kit/session.ts'
import { menu } from './menu.ts'

/** The signed-in part of the portal: the shell with our menu around the current screen. */
export function Portal() {
  const { can } = useSession()
  const router = useRouter()
  const navigate = useNavigate()

  function leave() {
    forget()
    void navigate({ to: '/auth/login', replace: true })
  }
  // A session the server no longer knows is over all the same.
  const logout = useSend(auth.logout, { onDone: leave, onFail: leave })
  const exists = (path: string) => path in router.routesByPath

  return (
    <Shell menu={visibleMenu(menu, exists, can)} onLogout={() => logout.send()}>
      <Outlet />
    </Shell>
  )
}
