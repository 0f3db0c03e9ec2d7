import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useConfig } from './platform/client/config/config.ts'
import { keepRoom } from './platform/client/config/played.ts'
import { t } from './platform/client/i18n.ts'
import { showBrandSheet } from './platform/shell/brand/brand-sheet.ts'

/** What stands on every page, also before sign-in: that cards are only played, and the academy's colour. */
export function Everywhere({ children }: { children: ReactNode }) {
  const config = useConfig()
  const isPlayed = config?.cardPayments === 'sandbox'
  useLayoutEffect(() => {
    if (config) keepRoom(config)
  }, [config])
  const sheet = config?.brand.sheet
  useEffect(() => {
    if (sheet !== undefined) showBrandSheet(sheet)
  }, [sheet])
  return (
    <>
      {isPlayed && (
        <section className="test-payments" aria-label={t('Test payments')}>
          {t('Test payments: no card is charged')}
        </section>
      )}
      {children}
    </>
  )
}
