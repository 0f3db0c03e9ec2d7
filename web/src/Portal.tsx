import { auth } from '@academy/contract/staff/auth.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { visibleMenu } from './kit/menu-entry.ts'
import { queryClient } from './kit/query.ts'
import { Shell } from './kit/Shell.tsx'
import { useSend } from './kit/send.ts'
import { endSession, useSession } from './kit/session.ts'
import { menu } from './menu.ts'

/** The signed-in part of the portal: the shell with our menu around the current screen. */
export function Portal() {
  const { can } = useSession()
  const router = useRouter()
  const navigate = useNavigate()

  function leave() {
    endSession()
    void navigate({ to: '/auth/login', replace: true })
  }
  // A session the server no longer knows is over all the same.
  const logout = useSend(auth.logout, { onDone: leave, onFail: leave })
  const exists = (path: string) => path in router.routesByPath

  return (
    <QueryClientProvider client={queryClient}>
      <Shell menu={visibleMenu(menu, exists, can)} onLogout={() => logout.send()}>
        <Outlet />
      </Shell>
    </QueryClientProvider>
  )
}
