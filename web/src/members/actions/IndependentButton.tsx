import { type Enrolment, enrolments } from '@academy/contract/attendance/enrolments.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { callOptions, queryClient } from '../../platform/client/query.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'

type Child = MemberDetail['children'][number]

const maxClasses = 1000

interface IndependentButtonProps {
  parentId: string
  child: Child
}

/** Marks a child as independent, for good, after its consequences were shown. */
export function IndependentButton({ parentId, child }: IndependentButtonProps) {
  const [loading, setLooking] = useState(false)
  const [classes] = useState(() => ({ now: [] as readonly Enrolment[] }))
  const mark = useAction(members.makeIndependent, {
    danger: true,
    okText: 'Mark as Independent',
    effect: () => <Consequences child={child} classes={classes.now} />,
  })

  /** Reads whose wallets pay now. */
  async function ask() {
    setLooking(true)
    try {
      const query = { member: child._id, isDisable: false, limit: maxClasses }
      classes.now = (await queryClient.fetchQuery({ ...callOptions(enrolments.list, { query }), staleTime: 0 })).items
    } catch {
      // The query has reported it already.
      return
    } finally {
      setLooking(false)
    }
    await mark.send({ params: { parent: parentId, child: child._id } })
  }

  return (
    <ReasonButton
      type="link"
      may={members.makeIndependent.may}
      reason={child.isDisable && 'Enable the child first'}
      loading={loading || mark.sending}
      aria-label={t('Mark as Independent {name}', { name: child.name })}
      onClick={ask}
    >
      {t('Mark as Independent')}
    </ReasonButton>
  )
}

function Consequences({ child: { name, wallet }, classes }: { child: Child; classes: readonly Enrolment[] }) {
  return (
    <ul className="effect-list">
      <li>{t('{name} gets a wallet of their own, starting at {wallet}.', { name, wallet: showCredit(wallet) })}</li>
      {classes.length === 0 && <li>{t('{name} is enrolled in no class at present.', { name })}</li>}
      {classes.map(({ _id, course, walletMember }) => (
        <li key={_id}>
          {t('{course}: paid by {name} from now on, no longer by {payer}.', {
            course: course.name,
            name,
            payer: walletMember.name,
          })}
        </li>
      ))}
      <li>{t('What a parent’s wallet paid stays paid, and open outstanding cases stay with that wallet.')}</li>
      <li>{t('The parents stay on record; {name} is edited on their own page.', { name })}</li>
    </ul>
  )
}
