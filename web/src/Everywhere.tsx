import { type ReactNode, useEffect } from 'react'
import { useConfig } from './platform/client/config.ts'
import { t } from './platform/client/i18n.ts'
import { configKey } from './platform/client/load-config.ts'
import { parsedItem } from './platform/client/session/storage.ts'
import { showBrandSheet } from './platform/shell/brand/brand-sheet.ts'

/** What stands on every page, also before sign-in: that cards are only played, and the academy's colour. */
export function Everywhere({ children }: { children: ReactNode }) {
  const config = useConfig()
  // As on the last visit until it is told, so that the page does not move down.
  const { cardPayments }: { cardPayments?: unknown } = config ?? Object(parsedItem(configKey))
  const isPlayed = cardPayments === 'sandbox'
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
