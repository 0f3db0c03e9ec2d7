import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useState } from 'react'
import { t } from '../../../platform/client/i18n.ts'
import { lazyComponent } from '../../../platform/client/loading/lazy.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { ReasonButton } from '../../../platform/shell/Guard.tsx'
import { UserPlusIcon } from '../../../ui/first/icons.ts'

const WalkInDialog = lazyComponent(() => import('./WalkInDialog.tsx'))

interface Props {
  session: ClassSession
  /** Members who are on the roll or in the form already. */
  known: ReadonlySet<string>
}

/** Adds somebody who is not enrolled: a member, for who may enrol, or a new name. */
export function AddMember({ session, known }: Props) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!can(attendance.take.may)) return null
  return (
    <>
      <ReasonButton
        size="large"
        className="marking-add"
        icon={<UserPlusIcon aria-hidden />}
        aria-label={t('Add Member')}
        onClick={() => setOpen(true)}
      >
        <span>{t('Add Member')}</span>
      </ReasonButton>
      {isOpen && <WalkInDialog session={session} known={known} onClose={() => setOpen(false)} />}
    </>
  )
}
