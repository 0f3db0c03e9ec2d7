import type { ReactNode } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { FormFoot } from '../../ui/form/FormSummary.tsx'
import { t } from '../client/i18n.ts'
import { useCloseDialog } from '../feedback/dialog-context.ts'

interface FormButtonsProps {
  sending: boolean
  submitText?: string
  /** Cancels the form; one in a dialog closes it as its X does. */
  onCancel?: () => void
  /** Another way to submit, between the two. */
  children?: ReactNode
}

/** Closes the surrounding dialog as its X does. */
export const CancelButton = () => <Button onClick={useCloseDialog()}>{t('Cancel')}</Button>

/** The buttons at a form's end: cancel and submit. */
export function FormButtons({ sending, submitText = 'Submit', onCancel, children }: FormButtonsProps) {
  const closeDialog = useCloseDialog()
  const submit = (
    <Button type="primary" htmlType="submit" loading={sending}>
      {t(submitText)}
    </Button>
  )
  if (!onCancel)
    return (
      <FormFoot>
        {children}
        {submit}
      </FormFoot>
    )
  return (
    <div className="form-buttons dialog-buttons">
      <Button onClick={closeDialog ?? onCancel}>{t('Cancel')}</Button>
      {children}
      {submit}
    </div>
  )
}
