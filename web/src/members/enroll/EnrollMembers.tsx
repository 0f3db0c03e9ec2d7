import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { Allowed } from '../../platform/shell/Guard.tsx'
import { Button } from '../../ui/first/Button.tsx'
import type { EnrollSeveralProps } from './EnrollSeveral.tsx'

const Code = lazyComponent(() => import('./EnrollSeveral.tsx'))

/** The dialog that enrolls several members in a course; its code comes when it is first opened. */
export function EnrollSeveral(props: EnrollSeveralProps) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  return wasOpened ? <Code {...props} /> : null
}

/** Opens that dialog; not there for who may not enroll. */
export function EnrollMembers({ course }: Pick<EnrollSeveralProps, 'course'>) {
  const [open, setOpen] = useState(false)
  return (
    <Allowed may={enrolments.createSeveral.may}>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('Enroll Members')}
      </Button>
      <EnrollSeveral open={open} course={course} onClose={() => setOpen(false)} />
    </Allowed>
  )
}
