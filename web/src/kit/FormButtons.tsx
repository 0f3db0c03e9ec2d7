import { Button } from 'antd'
import { t } from './words.ts'

interface FormButtonsProps {
  sending: boolean
  submitText?: string
  /** Of a form in a dialog: gives it up. */
  onCancel?: () => void
}

/** What ends a form that is submitted or given up, and nothing else. */
export function FormButtons({ sending, submitText = 'Submit', onCancel }: FormButtonsProps) {
  return (
    <div className={onCancel ? 'form-buttons dialog-buttons' : 'form-buttons'}>
      {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      <Button type="primary" htmlType="submit" loading={sending}>
        {t(submitText)}
      </Button>
    </div>
  )
}
