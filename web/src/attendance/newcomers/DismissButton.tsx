import { type Newcomer, newcomers } from '@academy/contract/attendance/newcomers.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'

const DismissDialog = lazyComponent(() => import('./DismissDialog.tsx'))

/** Ends a follow-up without a charge, with a reason. */
export function DismissButton({ newcomer }: { newcomer: Newcomer }) {
  const [isOpen, setOpen] = useState(false)
  const isReached = useReached()
  return (
    <>
      <ReasonButton
        may={newcomers.dismiss.may}
        reason={!isReached && t('Needs signal')}
        aria-label={t('Dismiss {name}', { name: newcomer.name })}
        onClick={() => setOpen(true)}
      >
        {t('Dismiss')}
      </ReasonButton>
      {isOpen && <DismissDialog newcomer={newcomer} onClose={() => setOpen(false)} />}
    </>
  )
}
