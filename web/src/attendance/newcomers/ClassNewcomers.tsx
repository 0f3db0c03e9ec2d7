import { newcomers } from '@academy/contract/attendance/newcomers.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session.ts'
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
  if (!data?.items.length) return null
  return (
    <section aria-labelledby={`newcomers-${session}`} className="marking-late">
      <h3 id={`newcomers-${session}`}>{t('No members yet: the desk enrolls or charges them')}</h3>
      <ul className="newcomers">
        {data.items.map((newcomer) => (
          <NewcomerCard key={newcomer._id} newcomer={newcomer}>
            <DismissButton newcomer={newcomer} />
          </NewcomerCard>
        ))}
      </ul>
    </section>
  )
}
