import { messages } from '@academy/contract/kit/messages.ts'
import { auth } from '@academy/contract/staff/auth.ts'
import { IdcardOutlined } from '@ant-design/icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { markNames } from './attendance/mark-names.ts'
import { FinderButton } from './finder/FinderButton.tsx'
import type { PageEntry } from './finder/pages.ts'
import { MenuContext } from './kit/menu-context.ts'
import { isGroup, type Menu, visibleMenu } from './kit/menu-entry.ts'
import { ask } from './kit/notices.tsx'
import { queryClient } from './kit/query.ts'
import { Shell } from './kit/Shell.tsx'
import { useSend } from './kit/send.ts'
import { endSession, useSession } from './kit/session.ts'
import { t } from './kit/words.ts'
import { menu } from './menu.ts'

/** Where the finder leads beside members. */
const pagesOf = (seen: Menu): PageEntry[] => [
  ...seen.flatMap((entry): PageEntry[] =>
    isGroup(entry) ? entry.items.map(({ label, path }) => ({ label, path, group: entry.label })) : [entry],
  ),
  { label: 'Profile', path: '/profile' },
]

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
  const logout = useSend(auth.logout, { confirm: false, onDone: leave, onFail: leave })
  async function askToLeave() {
    const unsent = markNames().length > 0 ? (await import('./attendance/sending.ts')).waitingHere() : 0
    const effect =
      unsent > 0 &&
      t('{n} class(es) are saved on this phone and not sent yet. They are sent when you sign in here again.', {
        n: unsent,
      })
    // The session ends once the question is gone: nothing on the page asks for anything in between.
    if (await ask({ question: messages.logout, effect })) await logout.send()
  }
  // Marks made without signal are sent from whatever page is open.
  useEffect(() => {
    if (markNames().length > 0) void import('./attendance/sending.ts').then(({ watchLine }) => watchLine())
  }, [])
  const exists = (path: string) => path in router.routesByPath
  const seen = visibleMenu(menu, exists, can)
  const userItems = [{ key: 'profile', icon: <IdcardOutlined />, label: <Link to="/profile">{t('Profile')}</Link> }]

  return (
    <QueryClientProvider client={queryClient}>
      <MenuContext value={visibleMenu(menu, exists, () => true)}>
        <Shell
          menu={seen}
          finder={<FinderButton pages={pagesOf(seen)} />}
          onLogout={() => void askToLeave()}
          userItems={userItems}
        >
          <Outlet />
        </Shell>
      </MenuContext>
    </QueryClientProvider>
  )
}
