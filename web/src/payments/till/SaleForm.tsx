import type { FoundMember } from '@academy/contract/members/choosing.ts'
import { checkout } from '@academy/contract/payments/checkout.ts'
import { orderBody, payments } from '@academy/contract/payments/payments.ts'
import { type PaymentEffect, paymentPreview } from '@academy/contract/payments/preview.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { isId, payersOf, WalletSelect } from '../../members/index.ts'
import { ApiError, errorMessage } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { useConfig } from '../../platform/client/config/config.ts'
import { t } from '../../platform/client/i18n.ts'
import { useIsHere } from '../../platform/client/is-here.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { store } from '../../platform/client/session/storage.ts'
import { showAtFields } from '../../platform/client/use-action.ts'
import { ask } from '../../platform/feedback/notices.tsx'
import { LookupSelect } from '../../platform/form/LookupSelect.tsx'
import { zodItem } from '../../platform/form/zod-rule.ts'
import { permissionText, ReasonButton } from '../../platform/shell/Guard.tsx'
import { Form, type FormInstance } from '../../ui/form/Form.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'
import { packageList, usePackages, usePriceOf } from '../packages.ts'
import { SimilarOrders } from '../SimilarOrders.tsx'
import { CashReceived } from './CashReceived.tsx'
import { receivedProblem, senIn } from './cash.ts'
import { PackageChoice } from './PackageChoice.tsx'
import { SaleEffect } from './SaleEffect.tsx'
import type { Terms } from './use-sale.ts'

type Order = Terms['order']

const coachKey = 'till-coach'

/** Who received the money last on this device. */
function lastCoach(): string | undefined {
  const kept = localStorage.getItem(coachKey)
  return kept !== null && isId(kept) ? kept : undefined
}

/** What the order would do, as the server says. */
const rehearse = (order: Order) => call(paymentPreview.dryRun, { body: { ...order, action: 'order' }, quiet: true })

interface SaleFormProps {
  buyer: FoundMember
  /** Why the last attempt was refused. */
  problem: string | undefined
  isBusy: boolean
  onSell: (terms: () => Promise<Terms | undefined>) => Promise<void>
}

export function SaleForm({ buyer, problem: refusal, isBusy, onSell }: SaleFormProps) {
  const [form] = Form.useForm()
  const { can, user } = useSession()
  const { terms, problem } = useTerms(form, buyer)
  const { order, offer, effect, price, error } = useOffer(form, buyer)
  const isCard = order.paymentType === 'Direct'
  const maySettle = can(payments.settle.may)
  const payers = payersOf(buyer)

  const isReady = offer.packages.length > 0 || !can(packageList.may)
  useEffect(() => {
    if (isReady) form.focusField('package')
  }, [form, isReady])

  const words = isCard ? t('Create Card Link') : maySettle ? t('Sell') : t('Create Order')
  return (
    <Form
      form={form}
      // The ids of its fields.
      name={useId()}
      className="till-sale"
      onFinish={(values) => onSell(() => terms(values))}
      initialValues={{ paymentType: 'Cash', coachReceived: lastCoach() ?? user?.coachRelated?._id }}
    >
      <div className="panel">
        {payers.length > 1 && (
          <Form.Item name="payer" label={t('Wallet that is topped up')} initialValue={buyer.payer ?? payers[0]?._id}>
            <WalletSelect payers={payers} />
          </Form.Item>
        )}
        <PackageField
          offer={offer}
          onEnter={() => form.focusField(isCard || !order.coachReceived ? 'coachReceived' : 'received')}
        />
      </div>
      <div className="panel">
        <PaymentTypeField />
        <Form.Item {...zodItem(orderBody, 'coachReceived')} label={t('Coach Received')}>
          <LookupSelect
            resource="coach"
            onChange={() => !isCard && form.focusField('received')}
            {...(user?.coachRelated ? { known: [{ _id: user.coachRelated._id, label: user.coachRelated.name }] } : {})}
          />
        </Form.Item>
        {!isCard && <CashReceived form={form} price={price} />}
        {effect && <SaleEffect effect={effect} />}
        <p role="alert" className="till-problem">
          {problem ?? refusal ?? (error && errorMessage(error))}
        </p>
        {!isCard && !maySettle && (
          <p className="muted">
            {t('The sale ends with the order: verifying it needs the permission {permission}', {
              permission: permissionText(payments.settle.may),
            })}
          </p>
        )}
        <ReasonButton
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={isBusy}
          may={isCard ? checkout.start.may : payments.order.may}
        >
          {price === undefined ? words : `${words} · ${formatRM(price)}`}
        </ReasonButton>
      </div>
    </Form>
  )
}

/** How the form becomes terms of a sale, and why it did not. */
function useTerms(form: FormInstance, buyer: FoundMember) {
  const [problem, setProblem] = useState<string>()
  const isHere = useIsHere()

  /** The order and what was received for it, once whoever stands at the till has agreed to a second one alike. */
  async function terms(values: Record<string, unknown>): Promise<Terms | undefined> {
    setProblem(undefined)
    try {
      const wanted = orderBody.parse(orderOf(values, buyer))
      const { similar, amount } = await rehearse(wanted)
      const received = wanted.paymentType === 'Cash' ? (senIn(String(values.received)) ?? 0) : sen(amount)
      const wrong = receivedProblem(received, sen(amount))
      if (wrong) {
        setProblem(wrong)
        return undefined
      }
      // Beside the next member it would be taken for a question about that one.
      if (!isHere.current || (similar.length > 0 && !(await agreesTo(similar)))) return undefined
      store(coachKey, wanted.coachReceived)
      return { order: { ...wanted, knows: similar.map(({ _id }) => _id) }, received }
    } catch (error) {
      setProblem(errorMessage(error))
      if (error instanceof ApiError) showAtFields(form, error.details)
      return undefined
    }
  }

  return { terms, problem }
}

interface PackageFieldProps {
  offer: ReturnType<typeof usePackages>
  onEnter: () => void
}

const PackageField = ({ offer, onEnter }: PackageFieldProps) => (
  <Form.Item {...zodItem(orderBody, 'package')} label={t('Package')}>
    {useSession().can(packageList.may) ? (
      <PackageChoice {...offer} onEnter={onEnter} />
    ) : (
      <LookupSelect resource="credit-package" />
    )}
  </Form.Item>
)

function PaymentTypeField() {
  const { can } = useSession()
  const hasCards = useConfig()?.cardPayments !== 'none'
  return (
    <Form.Item name="paymentType" label={t('Payment Type')} extra={!hasCards && t('No card provider is configured')}>
      <RadioGroup
        buttons
        options={[
          { value: 'Cash', label: t('Cash') },
          { value: 'Direct', label: t('Card'), disabled: !hasCards || !can(checkout.start.may) },
        ]}
      />
    </Form.Item>
  )
}

/** Asks before a second order like those that are there. */
const agreesTo = (similar: PaymentEffect['similar']) =>
  ask({
    question: 'Sell it once more?',
    effect: <SimilarOrders orders={similar} />,
    okText: 'Sell once more',
    // A second Enter, pressed for the first sale, must not agree.
    danger: true,
  })

/** The order that the form's values make, complete or not. */
const orderOf = ({ payer, received: _, ...values }: Record<string, unknown>, buyer: FoundMember) => ({
  ...values,
  memberId: payer ?? buyer._id,
})

/** What the form makes as it stands: the order, its price in sen, and once it is complete what it would do. */
function useOffer(form: FormInstance, buyer: FoundMember) {
  const may = useSession().can(packageList.may)
  const offer = usePackages(may)
  const priceOf = usePriceOf()
  const values = Form.useWatch([], form) ?? {}
  const order: Record<string, unknown> = orderOf(values, buyer)
  const complete = orderBody.safeParse(order).data
  const { data: effect, error } = useQuery({
    queryKey: ['sale', complete],
    queryFn: () => complete && rehearse(complete),
    enabled: complete !== undefined,
    staleTime: 0,
    meta: { isQuiet: true },
  })
  const bought = offer.packages.find(({ _id }) => _id === order.package)
  const price = effect ? sen(effect.amount) : bought && priceOf(bought)
  return { order, offer, effect, price, error }
}
