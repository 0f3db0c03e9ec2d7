import { keysOf } from '@academy/contract/platform/records.ts'
import { type ScreenPath, type Section, screenOf, screens } from '@academy/contract/screens.ts'
import {
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  CheckSquareOutlined,
  DashboardOutlined,
  DollarOutlined,
  FileDoneOutlined,
  SafetyCertificateOutlined,
  SwapOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { Menu, MenuEntry } from './platform/shell/menu-entry.ts'

const icons: Partial<Record<ScreenPath, ComponentType>> = {
  '/dashboard/overview': DashboardOutlined,
  '/audit/listing': AuditOutlined,
  '/user/listing': UserOutlined,
  '/user-group/listing': SafetyCertificateOutlined,
  '/verify-payment/listing': FileDoneOutlined,
  '/cash-close/listing': DollarOutlined,
  '/outstanding-credit/listing': WalletOutlined,
  '/credit-adjust/listing': SwapOutlined,
  '/markAttendance/listing': CheckSquareOutlined,
}

const entriesIn = (section: Section): MenuEntry[] =>
  keysOf(screens).flatMap((path) => {
    const { title, may, menu: place } = screenOf(path)
    const icon = icons[path]
    return place === section ? [{ label: title, path, may, ...(icon ? { icon } : {}) }] : []
  })

/** The side menu in the order of contract/src/screens.ts. */
export const menu: Menu = [
  ...entriesIn('menu'),
  { label: 'Maintenance', icon: AppstoreOutlined, items: entriesIn('Maintenance') },
  { label: 'Report', icon: BarChartOutlined, items: entriesIn('Report') },
]
