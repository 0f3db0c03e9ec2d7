import { formatRM, ringgit } from '@academy/contract/wallet/rules.ts'
import { t } from '../../platform/client/i18n.ts'
import { Button } from '../../ui/first/Button.tsx'
import { Form, type FormInstance, type FormRule } from '../../ui/form/Form.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { receivedProblem, roundSums, senIn } from './cash.ts'

/** `10000` as it is typed: 100, or 100.50 where there are sen. */
const typedSum = (sum: number) => ringgit(sum).replace(/\.00$/, '')

const rule = (price: number | undefined): FormRule => ({
  validator: (_, typed: string | undefined) => {
    const received = senIn(typed ?? '')
    const problem =
      received === undefined
        ? t(typed ? 'Amount received is an amount in RM, such as 100 or 100.50' : 'Amount received is required')
        : price !== undefined && receivedProblem(received, price)
    return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
  },
})

/** What was handed over for a price in sen, and what goes back. */
export function CashReceived({ form, price }: { form: FormInstance; price: number | undefined }) {
  const received = senIn(Form.useWatch('received', form) ?? '')
  function take(sum: number) {
    form.setFieldValue('received', typedSum(sum))
    void form.validateFields(['received'])
    // Enter sells from here.
    form.focusField('received')
  }
  const isPlausible = received !== undefined && price !== undefined && !receivedProblem(received, price)
  return (
    <div className="till-cash">
      <Form.Item name="received" required label={t('Amount Received (RM)')} rules={[rule(price)]}>
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
      {price !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame around the field's own
        <div role="group" className="till-notes" aria-label={t('Received')}>
          <Button onClick={() => take(price)}>{t('Exact')}</Button>
          {roundSums(price).map((sum) => (
            <Button key={sum} onClick={() => take(sum)}>
              {formatRM(sum).replace(/\.00$/, '')}
            </Button>
          ))}
        </div>
      )}
      <output className="till-change">
        {isPlausible && (
          <>
            {t('Change')} <strong>{formatRM(received - price)}</strong>
          </>
        )}
      </output>
    </div>
  )
}
