import { keysOf } from '@academy/contract/platform/records.ts'
import { type ScreenPath, type Section, screenOf, screens } from '@academy/contract/screens.ts'
import type { ComponentType } from 'react'
import type { Menu, MenuEntry } from './platform/shell/menu/menu-entry.ts'
import {
  ChartIcon,
  CheckIcon,
  CoinIcon,
  GaugeIcon,
  GridIcon,
  ReceiptIcon,
  ScrollIcon,
  ShieldIcon,
  SwapIcon,
  UserIcon,
  WalletIcon,
} from './ui/first/icons.ts'

const icons: Partial<Record<ScreenPath, ComponentType>> = {
  '/dashboard/overview': GaugeIcon,
  '/audit/listing': ScrollIcon,
  '/user/listing': UserIcon,
  '/user-group/listing': ShieldIcon,
  '/verify-payment/listing': ReceiptIcon,
  '/cash-close/listing': CoinIcon,
  '/outstanding-credit/listing': WalletIcon,
  '/credit-adjust/listing': SwapIcon,
  '/markAttendance/listing': CheckIcon,
}

const entriesIn = (section: Section): MenuEntry[] =>
  keysOf(screens).flatMap((path) => {
    const { title, may, menu: place } = screenOf(path)
    const icon = icons[path]
    return place === section ? [{ label: title, path, may, ...(icon ? { icon } : {}) }] : []
  })

/** The daily work at the counter and the mat, with the count of what waits there. */
const desk: ReadonlyMap<string, Pick<MenuEntry, 'waits'>> = new Map<ScreenPath, Pick<MenuEntry, 'waits'>>([
  ['/verify-payment/listing', { waits: ['payments'] }],
  ['/cash-close/listing', {}],
  ['/outstanding-credit/listing', { waits: ['openCases', 'newcomers'] }],
  ['/credit-adjust/listing', { waits: ['adjustments'] }],
  ['/markAttendance/listing', { waits: ['classes'] }],
])

/** The side menu in the order of contract/src/screens.ts. */
export const menu: Menu = [
  ...entriesIn('menu').map(
    (entry): MenuEntry => ({
      ...entry,
      ...desk.get(entry.path),
      part: desk.has(entry.path) ? 'desk' : 'office',
    }),
  ),
  { label: 'Maintenance', part: 'reference', icon: GridIcon, items: entriesIn('Maintenance') },
  { label: 'Report', part: 'reference', icon: ChartIcon, items: entriesIn('Report') },
]
