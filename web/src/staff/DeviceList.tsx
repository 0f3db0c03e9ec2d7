import type { OwnSession } from '@academy/contract/staff/sessions.ts'
import { useState } from 'react'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'
import { Tag } from '../ui/first/Tag.tsx'

interface DeviceListProps {
  devices: readonly OwnSession[]
  onSignOut: (device: OwnSession) => Promise<unknown>
}

/** Where somebody is signed in, each device with a button that ends it; this device is left by Logout. */
export function DeviceList({ devices, onSignOut }: DeviceListProps) {
  const [ending, setEnding] = useState('')
  async function signOut(device: OwnSession) {
    setEnding(device._id)
    await onSignOut(device)
    setEnding('')
  }
  return (
    <ul className="devices">
      {devices.map((device) => (
        <li key={device._id}>
          <div>
            <strong>{device.device}</strong> {device.isCurrent && <Tag color="success">{t('This device')}</Tag>}
            <p className="muted">
              {t('{address}, last used {at}', { address: device.address ?? '-', at: showInstant(device.lastUsed) })}
            </p>
          </div>
          {!device.isCurrent && (
            <Button
              loading={ending === device._id}
              aria-label={t('Sign out {device}', { device: device.device })}
              onClick={() => signOut(device)}
            >
              {t('Sign out')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
