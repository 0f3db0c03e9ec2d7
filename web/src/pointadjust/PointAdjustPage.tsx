import { pointAdjustMessages } from '@academy/contract/pointadjust/pointadjust.ts'
import { allCentres } from '@academy/contract/staff/users.ts'
import { useConfig } from '../platform/client/config/config.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { permissionText } from '../platform/shell/Guard.tsx'
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
  const missing = (['membership.view', 'membership.edit'] as const).find((permission) => !can(permission))
  const refusal = missing
    ? t('Needs the permission {permission}', { permission: permissionText(missing) })
    : isLimited
      ? t('Only for users in charge of all centres')
      : !config?.memberPasswords && t(pointAdjustMessages.passwordsOff)
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
      {can('user.edit') && (
        <section className="panel" aria-labelledby="new-passwords">
          <h2 id="new-passwords">{t('New passwords for all members')}</h2>
          {refusal ? <p className="muted">{refusal}</p> : <NewPasswords mailsLinks={config?.mailsLinks ?? false} />}
        </section>
      )}
    </Page>
  )
}
