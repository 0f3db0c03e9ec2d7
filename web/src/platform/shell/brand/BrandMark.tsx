import { initialsOf } from '@academy/contract/platform/initials.ts'
import { useState } from 'react'
import { useConfig } from '../../client/config/config.ts'
import './brand-mark.css'

interface BrandMarkProps {
  /** Another logo than the saved one, or none. */
  picture?: string | null | undefined
  size?: 'large'
}

/** The academy's logo; without one its initials on the academy's colour. Decorative: the name is beside it. */
export function BrandMark({ picture, size }: BrandMarkProps) {
  const config = useConfig()
  const [broken, setBroken] = useState<string>()
  const logo = picture === undefined ? config?.brand.picture : picture
  const look = size ? `brand-mark brand-mark-${size}` : 'brand-mark'
  if (logo && logo !== broken) return <img className={look} src={logo} alt="" onError={() => setBroken(logo)} />
  return (
    <span className={look} aria-hidden>
      {initialsOf(config?.companyName || config?.appName || '')}
    </span>
  )
}
