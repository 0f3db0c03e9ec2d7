import { Outlet } from '@tanstack/react-router'
import { useConfig } from './platform/client/config.ts'
import { t } from './platform/client/i18n.ts'

/** What stands on every page, also before sign-in: that cards are only played. */
export function Root() {
  const isPlayed = useConfig()?.cardPayments === 'sandbox'
  return (
    <>
      {isPlayed && (
        <p className="test-payments" role="note">
          {t('Test payments: no card is charged')}
        </p>
      )}
      <Outlet />
    </>
  )
}
