import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useConfig } from '../../client/config/config.ts'
import { showInstant } from '../../client/dates.ts'
import { t } from '../../client/i18n.ts'
import { useSession } from '../../client/session/session.ts'
import { portalTime } from '../../client/today.ts'
import { BrandMark } from './BrandMark.tsx'

/** The academy at the head of what a browser prints, with who printed it and when. Not on the screen. */
export function PrintHead() {
  const config = useConfig()
  const { user } = useSession()
  const [at, setAt] = useState('')
  useEffect(() => {
    // The paper is taken as soon as this returns.
    const tell = () => flushSync(() => setAt(showInstant(new Date(portalTime()).toISOString())))
    addEventListener('beforeprint', tell)
    return () => removeEventListener('beforeprint', tell)
  }, [])
  return (
    <div className="print-head">
      <BrandMark />
      <b>{config?.companyName || config?.appName}</b>
      <span>{at && t('Printed {at} by {name}', { at, name: user?.username ?? '' })}</span>
    </div>
  )
}
