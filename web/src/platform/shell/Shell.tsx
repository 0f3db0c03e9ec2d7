/** Frame of every signed-in page: side menu 250 wide or 80 collapsed (a drawer on a phone), header, footer. */

import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import {
  DownIcon,
  LeftIcon,
  LogoutIcon,
  MenuIcon,
  MoonIcon,
  RightIcon,
  SunIcon,
  UserIcon,
} from '../../ui/first/icons.ts'
import { Layout } from '../../ui/first/Layout.tsx'
import { Drawer } from '../../ui/late/Drawer.tsx'
import { Dropdown, type MenuProps, Menu as SideMenu } from '../../ui/late/Dropdown.tsx'
import { useConfig } from '../client/config.ts'
import { t } from '../client/i18n.ts'
import { useSession } from '../client/session.ts'
import { store } from '../client/storage.ts'
import { useToday } from '../client/today.ts'
import { chooseDark, useDark, useFromMd } from './appearance.ts'
import { useFocusReturn } from './focus-return.ts'
import { useLayer } from './layers.ts'
import { currentEntry, isGroup, type Menu } from './menu-entry.ts'
import { menuKey } from './menu-width.ts'

const width = { open: 250, collapsed: 80 }

type Item = NonNullable<MenuProps['items']>[number]

function itemsOf(menu: Menu): Item[] {
  return menu.map((entry) => {
    const Icon = entry.icon
    const icon = Icon ? { icon: <Icon /> } : {}
    if (isGroup(entry)) return { key: entry.label, label: t(entry.label), ...icon, children: itemsOf(entry.items) }
    return { key: entry.path, label: <Link to={entry.path}>{t(entry.label)}</Link>, ...icon }
  })
}

function Navigation({ menu, collapsed, onChosen }: { menu: Menu; collapsed: boolean; onChosen?: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const current = currentEntry(menu, pathname)
  const group = menu.find((entry) => isGroup(entry) && entry.items.some(({ path }) => path === current))?.label
  const [open, setOpen] = useState<string[]>(group ? [group] : [])

  // Navigating to another group opens it; manually opened ones stay.
  useEffect(() => {
    if (group) setOpen((before) => (before.includes(group) ? before : [...before, group]))
  }, [group])

  // Scrolls a long menu to the current entry once its group is open.
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!current) return
    const timer = setTimeout(() =>
      frame.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => clearTimeout(timer)
  }, [current])

  return (
    <nav ref={frame} aria-label={t('Main menu')}>
      <SideMenu
        mode="inline"
        theme="dark"
        items={itemsOf(menu)}
        selectedKeys={current ? [current] : []}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
        {...(onChosen ? { onClick: onChosen } : {})}
      />
    </nav>
  )
}

function UserMenu({ onLogout, further }: { onLogout: () => void; further?: MenuProps['items'] }) {
  const { user } = useSession()
  const dark = useDark()
  const items: MenuProps['items'] = [
    ...(further ?? []),
    {
      key: 'theme',
      icon: dark ? <SunIcon /> : <MoonIcon />,
      label: t(dark ? 'Light theme' : 'Dark theme'),
      onClick: () => chooseDark(!dark),
    },
    { key: 'logout', icon: <LogoutIcon />, label: t('Logout'), onClick: onLogout },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button type="text" className="user-button" icon={<UserIcon />} aria-haspopup="menu">
        {user?.username}
        <DownIcon aria-hidden />
      </Button>
    </Dropdown>
  )
}

function Footer() {
  const config = useConfig()
  const today = useToday()
  return (
    <Layout.Footer className="footer">
      {config && `${config.appName} ©${today.slice(0, 4)} v${config.version}`}
    </Layout.Footer>
  )
}

/** antd's own trigger cannot be reached by keyboard; the surrounding bar handles the click. */
const CollapseButton = ({ collapsed }: { collapsed: boolean }) => (
  <button type="button" aria-expanded={!collapsed} aria-label={t(collapsed ? 'Open the menu' : 'Collapse the menu')}>
    {collapsed ? <RightIcon aria-hidden /> : <LeftIcon aria-hidden />}
  </button>
)

interface ShellProps {
  menu: Menu
  onLogout: () => void
  /** Further entries of the user's dropdown. */
  userItems?: MenuProps['items']
  /** In the header: the search for members and pages. */
  finder?: ReactNode
  /** Above every page: important notices. */
  notices?: ReactNode
  children: ReactNode
}

export function Shell({ menu, onLogout, userItems, finder, notices, children }: ShellProps) {
  const [collapsed, setCollapsed] = useState(localStorage.getItem(menuKey) === 'true')
  const [drawer, setDrawer] = useState(false)
  const config = useConfig()
  const phone = !useFromMd()

  const giveBack = useFocusReturn(phone && drawer)
  useLayer(phone && drawer, () => {
    setDrawer(false)
    return true
  })

  function collapse(next: boolean) {
    store(menuKey, String(next))
    setCollapsed(next)
  }

  return (
    <Layout className="shell">
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      {phone ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          afterOpenChange={(open) => !open && giveBack()}
          placement="left"
          size={width.open}
          className="menu-drawer"
          title={config?.companyName || config?.appName}
        >
          <Navigation menu={menu} collapsed={false} onChosen={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <Layout.Sider
          className="sider"
          width={width.open}
          collapsedWidth={width.collapsed}
          collapsible
          collapsed={collapsed}
          onCollapse={collapse}
          trigger={<CollapseButton collapsed={collapsed} />}
        >
          <Navigation menu={menu} collapsed={collapsed} />
        </Layout.Sider>
      )}
      <Layout>
        <Layout.Header className="header">
          {phone && (
            <Button icon={<MenuIcon />} aria-label={t('Menu')} aria-expanded={drawer} onClick={() => setDrawer(true)} />
          )}
          <span className="header-company">{config?.companyName}</span>
          {finder}
          <UserMenu onLogout={onLogout} further={userItems} />
        </Layout.Header>
        <Layout.Content id="content" className="content" tabIndex={-1}>
          {notices}
          {children}
        </Layout.Content>
        <Footer />
      </Layout>
    </Layout>
  )
}
