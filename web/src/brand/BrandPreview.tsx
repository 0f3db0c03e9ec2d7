import { brandParts, paletteOf, type Shades, themes } from '@academy/contract/brand/palette.ts'
import { type CSSProperties, useMemo } from 'react'
import { useConfig } from '../platform/client/config/config.ts'
import { t } from '../platform/client/i18n.ts'
import { BrandMark } from '../platform/shell/brand/BrandMark.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Tag } from '../ui/first/Tag.tsx'

const names = { light: 'Light theme', dark: 'Dark theme' } as const

const variablesOf = (shades: Shades) =>
  Object.fromEntries(brandParts.map((part) => [`--brand-${part}`, shades[part]])) as CSSProperties

/** Parts of the screens in both themes, with the colour as the server would make it. */
export function BrandPreview({ hex, picture }: { hex: string; picture: string | null }) {
  const palette = useMemo(() => paletteOf(hex), [hex])
  const company = useConfig()?.companyName ?? ''
  return (
    <div className="brand-previews">
      {themes.map((theme) => (
        <figure key={theme} data-preview={theme} style={variablesOf(palette[theme])}>
          <figcaption>{t(names[theme])}</figcaption>
          {/* Only to look at: nothing in it can be reached. */}
          <div className="brand-preview" inert>
            <div className="brand-preview-menu">
              <span className="brand">
                <BrandMark picture={picture} />
                <span className="brand-name">{company}</span>
              </span>
              <span className="brand-preview-entry brand-preview-current">{t('Dashboard')}</span>
              <span className="brand-preview-entry">{t('Mark Attendance')}</span>
            </div>
            <div className="brand-preview-page">
              <span>
                <Button type="primary">{t('Verify')}</Button> <Button>{t('Cancel')}</Button>
              </span>
              <div className="brand-preview-row">
                <span className="brand-preview-link">Tan Wei Ming</span>
                <Tag color="success">{t('Paid')}</Tag>
                <span className="brand-preview-chosen">{t('Cash')}</span>
              </div>
              <div className="brand-preview-receipt">
                <strong>{company}</strong>
                {picture ? <BrandMark picture={picture} /> : null}
                <small>{t('Official Receipt')}</small>
              </div>
            </div>
          </div>
        </figure>
      ))}
    </div>
  )
}
