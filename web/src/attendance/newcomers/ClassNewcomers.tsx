import { newcomers } from '@academy/contract/attendance/newcomers.ts'
import { showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { Button } from '../../ui/first/Button.tsx'
import { Tag } from '../../ui/first/Tag.tsx'
import { removeNewcomer } from '../offline/newcomers.ts'
import { useMarksOf } from '../offline/phone-marks.ts'
import { DismissButton } from './DismissButton.tsx'
import { NewcomerCard } from './NewcomerCard.tsx'

const all = 1000

/** Who was noted in a class and is no member yet. */
export default function ClassNewcomers({ session }: { session: string }) {
  const { can } = useSession()
  const { data } = useCall(
    newcomers.list,
    { query: { scheduledClass: session, limit: all } },
    { offline: true, quiet: true, enabled: can(newcomers.list.may) },
  )
  const waiting = useMarksOf(session)?.newcomers ?? []
  const noted = data?.items ?? []
  if (noted.length + waiting.length === 0) return null
  return (
    <section aria-labelledby={`newcomers-${session}`} className="marking-late">
      <h3 id={`newcomers-${session}`}>{t('No members yet: the desk enrolls or charges them')}</h3>
      <ul className="newcomers">
        {noted.map((newcomer) => (
          <NewcomerCard key={newcomer._id} newcomer={newcomer}>
            <DismissButton newcomer={newcomer} />
          </NewcomerCard>
        ))}
        {waiting.map(({ key, name, phoneNo }) => (
          <li key={key} className="newcomer">
            <div>
              <strong>{name}</strong> {showPhone(phoneNo)} <Tag color="warning">{t('Not sent yet')}</Tag>
            </div>
            <div className="newcomer-acts">
              <Button aria-label={t('Remove {name}', { name })} onClick={() => removeNewcomer(session, key)}>
                {t('Remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
