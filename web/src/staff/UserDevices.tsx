import { userSessions } from '@academy/contract/staff/sessions.ts'
import type { User } from '@academy/contract/staff/users.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { DeviceList } from './DeviceList.tsx'
import './staff.css'

/** Where another user is signed in, for who manages users: a lost phone is signed out here. */
export function UserDevices({ user }: { user: User }) {
  const params = { id: user._id }
  const { data, error } = useCall(userSessions.sessions, { params })
  const devices = data?.items ?? []
  const end = useAction(userSessions.endSession, {
    danger: true,
    okText: 'Sign out',
    effect: ({ params: { session } }) => devices.find(({ _id }) => _id === session)?.device,
  })
  const endAll = useAction(userSessions.endSessions, { danger: true, okText: 'Sign out', effect: () => user.username })
  return (
    <section className="panel" aria-label={t('Devices')}>
      <div className="devices-head">
        <h2>{t('Where {name} is signed in', { name: user.username })}</h2>
        <ReasonButton
          danger
          reason={data?.items.length === 0 && 'Nowhere signed in'}
          loading={endAll.sending}
          onClick={() => endAll.send({ params })}
        >
          {t('Sign out everywhere')}
        </ReasonButton>
      </div>
      {!data && error && <Unread error={error} />}
      {data && devices.length === 0 && <p className="muted">{t('Nowhere at the moment.')}</p>}
      <DeviceList devices={devices} onSignOut={({ _id }) => end.send({ params: { id: user._id, session: _id } })} />
    </section>
  )
}
