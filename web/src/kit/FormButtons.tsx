import { Button } from 'antd'
import type { ReactNode } from 'react'
import { t } from './words.ts'

interface FormButtonsProps {
  sending: boolean
  submitText?: string
  /** Of a form in a dialog: gives it up. */
  onCancel?: () => void
  /** Another way to submit, between the two. */
  children?: ReactNode
}

/** What ends a form: it is given up or submitted. */
export function FormButtons({ sending, submitText = 'Submit', onCancel, children }: FormButtonsProps) {
  return (
    <div className={onCancel ? 'form-buttons dialog-buttons' : 'form-buttons'}>
      {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      {children}
      <Button type="primary" htmlType="submit" loading={sending}>
        {t(submitText)}
      </Button>
    </div>
  )
}
