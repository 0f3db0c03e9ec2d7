import { pointAdjustMessages } from '@academy/contract/pointadjust/pointadjust.ts'
import { allCentres } from '@academy/contract/staff/users.ts'
import { useConfig } from '../platform/client/config.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session.ts'
import { Page } from '../platform/shell/Page.tsx'
import { MoveExpiration } from './MoveExpiration.tsx'
import { NewPasswords } from './NewPasswords.tsx'
import { Workbooks } from './Workbooks.tsx'
import './pointadjust.css'

/** Actions on all wallets: workbooks, moving an expiry within a family, new passwords. */
export function PointAdjustPage() {
  const { can, user } = useSession()
  const config = useConfig()
  const isLimited = user?.isCenter && !user.accessRight.includes(allCentres)
  const mayPasswords = can('user.edit') && can('membership.view') && can('membership.edit') && !isLimited
  return (
    <Page title="Point Adjust">
      {can('membership.wallet') && (
        <section className="panel" aria-labelledby="workbooks">
          <h2 id="workbooks">{t('Workbooks')}</h2>
          <Workbooks />
        </section>
      )}
      {can('membership.expiration') && (
        <section className="panel" aria-labelledby="move-expiration">
          <h2 id="move-expiration">{t('Move Expiration')}</h2>
          <p className="muted">
            {t('A parent gives the expiry date to a child with a wallet of its own, or the child to the parent.')}
          </p>
          <MoveExpiration />
        </section>
      )}
      {mayPasswords && (
        <section className="panel" aria-labelledby="new-passwords">
          <h2 id="new-passwords">{t('New passwords for all members')}</h2>
          {config?.memberPasswords ? (
            <NewPasswords mailsLinks={config.mailsLinks} />
          ) : (
            <p className="muted">{t(pointAdjustMessages.passwordsOff)}</p>
          )}
        </section>
      )}
    </Page>
  )
}
