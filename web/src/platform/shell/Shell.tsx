/** Frame of every signed-in page: side menu 250 wide or 80 collapsed (a drawer on a phone), header, footer. */

import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { DownIcon, LeftIcon, LogoutIcon, MenuIcon, MoonIcon, RightIcon, SunIcon } from '../../ui/first/icons.ts'
import { MenuButton } from '../../ui/first/MenuButton.tsx'
import type { MenuItem } from '../../ui/first/menu-item.ts'
import { Drawer } from '../../ui/late/Drawer.tsx'
import { useConfig } from '../client/config/config.ts'
import { t } from '../client/i18n.ts'
import { lazyComponent } from '../client/loading/lazy.ts'
import { useSession } from '../client/session/session.ts'
import { store } from '../client/session/storage.ts'
import { Avatar } from './Avatar.tsx'
import { chooseDark, useDark, useFromMd } from './appearance.ts'
import { BrandMark } from './brand/BrandMark.tsx'
import { PrintHead } from './brand/PrintHead.tsx'
import { ProductLine } from './brand/ProductLine.tsx'
import { useFocusReturn } from './focus-return.ts'
import { useLayer } from './layers.ts'
import type { Menu } from './menu/menu-entry.ts'
import { menuKey, startsCollapsed } from './menu/menu-width.ts'
import { SideMenu } from './menu/SideMenu.tsx'
import { useShortcuts } from './shortcuts.ts'
import './shell.css'

const KeyHelp = lazyComponent(() => import('../feedback/KeyHelp.tsx'))

function UserMenu({ onLogout, further = [] }: { onLogout: () => void; further?: readonly MenuItem[] | undefined }) {
  const { user } = useSession()
  const dark = useDark()
  const items: MenuItem[] = [
    ...further,
    {
      key: 'theme',
      icon: dark ? <SunIcon /> : <MoonIcon />,
      label: t(dark ? 'Light theme' : 'Dark theme'),
      onClick: () => chooseDark(!dark),
    },
    { key: 'logout', icon: <LogoutIcon />, label: t('Logout'), onClick: onLogout },
  ]
  return (
    <MenuButton
      type="text"
      className="user-button"
      icon={<Avatar name={user?.username ?? ''} picture={null} size={28} />}
      items={items}
    >
      {user?.username}
      <DownIcon aria-hidden />
    </MenuButton>
  )
}

/** The academy, at the top of the menu. */
function Brand() {
  const config = useConfig()
  const name = config?.companyName || config?.appName || ''
  return (
    <div className="brand">
      <BrandMark />
      <span className="brand-name">
        {name}
        <small>{t('Back office')}</small>
      </span>
    </div>
  )
}

const CollapseButton = ({ collapsed, onChange }: { collapsed: boolean; onChange: (next: boolean) => void }) => (
  <button
    type="button"
    className="collapse"
    aria-expanded={!collapsed}
    aria-label={t(collapsed ? 'Open the menu' : 'Collapse the menu')}
    onClick={() => onChange(!collapsed)}
  >
    {!collapsed && <span aria-hidden>{t('Collapse')}</span>}
    {collapsed ? <RightIcon /> : <LeftIcon />}
  </button>
)

interface ShellProps {
  menu: Menu
  onLogout: () => void
  /** Further entries of the user's dropdown. */
  userItems?: readonly MenuItem[]
  /** In the header: the search for members and pages. */
  finder?: ReactNode
  /** Above every page: important notices. */
  notices?: ReactNode
  /** Stays in sight at the foot of every page. */
  below?: ReactNode
  children: ReactNode
}

export function Shell({ menu, onLogout, userItems, finder, notices, below, children }: ShellProps) {
  const [collapsed, setCollapsed] = useState(startsCollapsed)
  const [drawer, setDrawer] = useState(false)
  const config = useConfig()
  const phone = !useFromMd()

  const giveBack = useFocusReturn(phone && drawer)
  useLayer(phone && drawer, () => {
    setDrawer(false)
    return true
  })

  const [help, setHelp] = useState(false)
  useShortcuts(useCallback(() => setHelp(true), []))

  function collapse(next: boolean) {
    store(menuKey, String(next))
    setCollapsed(next)
  }

  return (
    <div className="shell" data-collapsed={collapsed || undefined}>
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      {phone ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          afterClose={giveBack}
          className="menu-drawer"
          title={config?.companyName || config?.appName}
        >
          <SideMenu menu={menu} collapsed={false} onChosen={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <aside className="side">
          <Brand />
          <SideMenu menu={menu} collapsed={collapsed} />
          <CollapseButton collapsed={collapsed} onChange={collapse} />
        </aside>
      )}
      <div className="main">
        <header className="header">
          {phone && (
            <>
              <Button
                type="text"
                icon={<MenuIcon />}
                aria-label={t('Menu')}
                aria-expanded={drawer}
                onClick={() => setDrawer(true)}
              />
              <Brand />
            </>
          )}
          {finder}
          <UserMenu onLogout={onLogout} further={userItems} />
        </header>
        <main id="content" className="content" tabIndex={-1}>
          <PrintHead />
          {notices}
          {children}
        </main>
        <footer className="footer">
          <ProductLine />
        </footer>
        {below}
      </div>
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </div>
  )
}
