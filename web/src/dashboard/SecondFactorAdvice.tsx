import { secondFactorAdvice } from '@academy/contract/staff/second-factor-advice.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { asideDays, notPutAside, putAside } from './put-aside.ts'

/** Recommends the second factor for strong groups to those who may turn it on; it can be put aside. */
export function SecondFactorAdvice() {
  const { can, user } = useSession()
  const may = can(secondFactorAdvice.withoutSecondFactor.may)
  const { data } = useCall(secondFactorAdvice.withoutSecondFactor, undefined, { enabled: may })
  const today = useToday()
  const [, redraw] = useState(0)
  if (!may || !data || !user) return null
  const groups = notPutAside(user._id, data.items, today)
  if (groups.length === 0) return null
  const aside = (forGood: boolean) => {
    putAside(user._id, groups, today, forGood)
    redraw((count) => count + 1)
  }
  return (
    <section aria-labelledby="second-factor-advice">
      <Alert
        className="advice"
        type="info"
        title={<span id="second-factor-advice">{t('A second factor is recommended')}</span>}
        description={
          <>
            <p className="advice-words">
              {t(
                'These groups may change users, groups or wallets, approve or verify. Whoever learns their password can too, unless the group requires a second factor:',
              )}
            </p>
            <ul className="advice-words">
              {groups.map(({ _id, role, users }) => (
                <li key={_id}>
                  {can('userGroup.view') ? (
                    <Link to="/user-group/edit/$id" params={{ id: _id }}>
                      {role}
                    </Link>
                  ) : (
                    role
                  )}{' '}
                  <span className="muted">{t(users === 1 ? '{n} user' : '{n} users', { n: users })}</span>
                </li>
              ))}
            </ul>
            <div className="books-buttons">
              <Button onClick={() => aside(false)}>{t('Not for {n} days', { n: asideDays })}</Button>
              <Button onClick={() => aside(true)}>{t('Do not recommend again')}</Button>
            </div>
          </>
        }
      />
    </section>
  )
}
