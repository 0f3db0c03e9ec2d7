import { rates } from '@academy/contract/rates/rates.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { Allowed } from '../platform/shell/Guard.tsx'
import { Button, type ButtonProps } from '../ui/first/Button.tsx'
import type { NewRateProps } from './RateDialog.tsx'

const RateDialog = lazyComponent(() => import('./RateDialog.tsx'))

interface NewRateButtonProps extends Omit<NewRateProps, 'onClose'> {
  type?: ButtonProps['type']
}

/** Says what a coach is paid from a day on; hidden from who may not. */
export function NewRateButton({ type = 'default', ...props }: NewRateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { coach, course } = props.known ?? {}
  const of = [coach?.name, course?.name].filter(Boolean).join(', ')
  return (
    <Allowed may={rates.create.may}>
      <Button type={type} aria-label={of ? t('Set Rate: {of}', { of }) : undefined} onClick={() => setOpen(true)}>
        {t('Set Rate')}
      </Button>
      {isOpen && <RateDialog {...props} onClose={() => setOpen(false)} />}
    </Allowed>
  )
}
