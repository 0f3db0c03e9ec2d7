import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import { newcomers } from '@academy/contract/attendance/newcomers.ts'
import { members } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useCall } from '../../platform/client/query.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { Allowed, ReasonButton } from '../../platform/shell/Guard.tsx'
import { useAddress, useChangeAddress } from '../../platform/table/address.ts'
import { ButtonLink } from '../../platform/table/rows/EntryActions.tsx'
import { DismissButton } from './DismissButton.tsx'
import { NewcomerCard } from './NewcomerCard.tsx'

const ChargeDialog = lazyComponent(() => import('./ChargeDialog.tsx'))

const all = 1000

export const useFollowUps = () => useCall(newcomers.list, { query: { limit: all } })

/** Who came to a class and is no member yet: to be enrolled, charged to a member, or dismissed. */
export function FollowUps() {
  const { data } = useFollowUps()
  const isReached = useReached()
  // Whoever was enrolled just now is named by the address, to be charged.
  const address = useAddress()
  const change = useChangeAddress()
  const [chosen, setChosen] = useState<string>()
  const charged = data?.items.find(({ _id }) => _id === (chosen ?? address.newcomer))
  function close() {
    setChosen(undefined)
    void change({ newcomer: undefined, member: undefined })
  }
  if (!data?.items.length) return null
  return (
    <section aria-labelledby="follow-ups">
      <h2 id="follow-ups">{t('Enroll or charge')}</h2>
      <p className="muted">{t('They came to a class without being enrolled. Nobody is charged until you do it.')}</p>
      <ul className="newcomers">
        {data.items.map((newcomer) => (
          <NewcomerCard key={newcomer._id} newcomer={newcomer}>
            <Allowed may={members.create.may}>
              <ButtonLink to="/membership/create/adult" search={{ newcomer: newcomer._id }}>
                {t('Enroll Adult')}
              </ButtonLink>
              <ButtonLink to="/membership/create/kids" search={{ newcomer: newcomer._id }}>
                {t('Enroll Kids')}
              </ButtonLink>
            </Allowed>
            <ReasonButton
              may={enrolments.create.may}
              reason={!isReached && t('Needs signal')}
              aria-label={t('Charge a Member: {name}', { name: newcomer.name })}
              onClick={() => setChosen(newcomer._id)}
            >
              {t('Charge a Member')}
            </ReasonButton>
            <DismissButton newcomer={newcomer} />
          </NewcomerCard>
        ))}
      </ul>
      {charged && <ChargeDialog newcomer={charged} member={chosen ? undefined : address.member} onClose={close} />}
    </section>
  )
}
