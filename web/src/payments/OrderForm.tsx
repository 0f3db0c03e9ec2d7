import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { type CardLink, checkout } from '@academy/contract/payments/checkout.ts'
import { orderBody, type Payment, payments } from '@academy/contract/payments/payments.ts'
import { type PaymentEffect, paymentPreview } from '@academy/contract/payments/preview.ts'
import { creditPurchased, expiryAfterPurchase, formatRM } from '@academy/contract/wallet/rules.ts'
import { useRef } from 'react'
import type { z } from 'zod'
import { MemberSelect, payersOf, WalletSelect } from '../members/index.ts'
import { call } from '../platform/client/client.ts'
import { useConfig } from '../platform/client/config/config.ts'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { useAction } from '../platform/client/use-action.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { LookupSelect } from '../platform/form/LookupSelect.tsx'
import { zodItem } from '../platform/form/zod-rule.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { Select } from '../ui/form/Select.tsx'
import { OpenOrdersLine } from './OpenOrders.tsx'
import { creditText, monthText, type Package, packageList, usePackages, usePriceOf } from './packages.ts'
import { SimilarOrders } from './SimilarOrders.tsx'

type OrderBody = z.output<typeof orderBody>

type Payer = Pick<MemberDetail, '_id' | 'name' | 'wallet' | 'creditExpired'>

export interface OrderProps {
  onClose: () => void
  /** The buyer; chosen in the form when undefined. */
  member?: { _id: string; name: string }
  /** The package preselected, to buy it again. */
  preselected?: { _id: string; title: string }
  onDone?: (payment: Payment) => void
  /** Called with the link of an order paid by card. */
  onLink: (link: CardLink) => void
}

/** The values chosen in the form, and the two ways to order. */
function useOrder(form: FormInstance, { member, onClose, onDone, onLink }: OrderProps) {
  const { can } = useSession()
  const chosenMember: string | undefined = Form.useWatch('memberId', form) ?? member?._id
  const chosenPackage: string | undefined = Form.useWatch('package', form)
  const chosenPayer: string | undefined = Form.useWatch('payer', form)
  const offer = usePackages(can(packageList.may))
  const bought = offer.packages.find(({ _id }) => _id === chosenPackage)
  const { data: detail } = useCall(
    members.get,
    { params: { id: chosenMember ?? '' } },
    { enabled: Boolean(chosenMember) && can(members.get.may) },
  )
  const payers: Payer[] = detail ? payersOf(detail) : []
  const payerNamed = (id: string | null | undefined) => payers.find(({ _id }) => _id === id)
  const payer = payerNamed(chosenPayer) ?? payerNamed(detail?.payer) ?? payers[0]

  // The similar orders shown in the question, so that one created since then is not skipped.
  const shown = useRef<string[]>([])
  async function preview(body: OrderBody) {
    const dryRun = await call(paymentPreview.dryRun, { body: { ...body, action: 'order' } })
    shown.current = dryRun.similar.map(({ _id }) => _id)
    return (
      <>
        <SimilarOrders orders={dryRun.similar} />
        {bought && <OrderEffect bought={bought} payer={{ ...dryRun.payer, ...now(dryRun) }} />}
        <OpenOrdersLine orders={dryRun.openOrders} />
      </>
    )
  }
  const withShownOrders = (body: unknown) => ({ ...orderBody.parse(body), knows: shown.current })

  const create = useAction(payments.order, {
    form,
    preview: ({ body }) => preview(orderBody.parse(body)),
    prepare: async (input) => ({ ...input, body: withShownOrders(input.body) }),
    onDone: (payment) => {
      onDone?.(payment)
      onClose()
    },
  })

  const card = useAction(checkout.start, {
    form,
    okText: 'Create Card Link',
    preview: ({ body }) => preview(orderBody.parse({ ...body, paymentType: 'Direct' })),
    prepare: async (input) => ({ ...input, body: withShownOrders(input.body) }),
    onDone: (made) => {
      onDone?.(made.payment)
      onClose()
      onLink(made)
    },
  })

  const bodyOf = ({ payer: _, ...values }: Record<string, unknown>) =>
    orderBody.parse({ ...values, memberId: payer?._id ?? chosenMember })
  const inCash = (values: Record<string, unknown>) => create.send({ body: bodyOf(values) })
  const byCard = () =>
    form.validateFields().then(
      (values) => card.send({ body: bodyOf(values) }),
      () => undefined,
    )
  return { offer, bought, payers, payer, inCash, byCard, creating: create.sending, linking: card.sending }
}

export function OrderForm(props: OrderProps) {
  const { member, preselected: again, onClose } = props
  const [form] = Form.useForm()
  const hasCards = useConfig()?.cardPayments !== 'none'
  const { can, user } = useSession()
  const { offer, bought, payers, payer, ...order } = useOrder(form, props)
  return (
    <GuardedForm
      form={form}
      onFinish={order.inCash}
      initial={{
        ...{ memberId: member?._id, package: again?._id },
        ...{ paymentType: 'Cash', coachReceived: user?.coachRelated?._id },
      }}
    >
      <Form.Item {...zodItem(orderBody, 'memberId')} label={t('Member')} hidden={Boolean(member)}>
        <MemberSelect showsChosen={!member} {...(member ? { known: [{ _id: member._id, label: member.name }] } : {})} />
      </Form.Item>
      {payers.length > 1 && (
        <Form.Item name="payer" label={t('Wallet that is topped up')} initialValue={payer?._id}>
          <WalletSelect payers={payers} />
        </Form.Item>
      )}
      <Form.Item {...zodItem(orderBody, 'package')} label={t('Package')}>
        {can(packageList.may) ? (
          <PackageSelect {...offer} again={again} />
        ) : (
          <LookupSelect
            resource="credit-package"
            {...(again ? { known: [{ _id: again._id, label: again.title }] } : {})}
          />
        )}
      </Form.Item>
      <Form.Item {...zodItem(orderBody, 'coachReceived')} label={t('Coach Received')}>
        <LookupSelect
          resource="coach"
          {...(user?.coachRelated ? { known: [{ _id: user.coachRelated._id, label: user.coachRelated.name }] } : {})}
        />
      </Form.Item>
      <Form.Item name="paymentType" label={t('Payment Type')}>
        <Input disabled />
      </Form.Item>
      {bought && (
        <div className="order-effect" role="status">
          <OrderEffect bought={bought} payer={payer} />
        </div>
      )}
      <FormButtons sending={order.creating} submitText="Create Order" onCancel={onClose}>
        <ReasonButton
          may={checkout.start.may}
          reason={!hasCards && t('No card provider is configured')}
          loading={order.linking}
          onClick={order.byCard}
        >
          {t('Pay by Card')}
        </ReasonButton>
      </FormButtons>
    </GuardedForm>
  )
}

interface PackageSelectProps {
  packages: Package[]
  isRead: boolean
  again: OrderProps['preselected']
  id?: string
  value?: string
  onChange?: (id: string) => void
}

function PackageSelect({ packages, isRead, again, ...control }: PackageSelectProps) {
  const priceOf = usePriceOf()
  const active = packages.map((each) => ({
    value: each._id,
    label: each.title,
    search: `${each.code} ${each.title}`,
    note: `${creditText(each)}, ${formatRM(priceOf(each))}, ${monthText(each.duration)}`,
  }))
  // A package disabled since still shows its name; ordering it is refused.
  const disabledPackage =
    again && !packages.some(({ _id }) => _id === again._id)
      ? [{ value: again._id, label: again.title, search: again.title }]
      : []
  return (
    <Select
      {...control}
      placeholder={t('Select Package')}
      empty={t(isRead ? 'No active package. Add one under Credit Package.' : 'The packages were not read yet.')}
      searchable
      options={[...active, ...disabledPackage]}
    />
  )
}

const now = ({ wallet, creditExpired }: PaymentEffect) => ({ wallet: wallet.from, creditExpired: creditExpired.from })

/** The price of the order, and what its verification will do. */
function OrderEffect({ bought, payer }: { bought: Package; payer: Payer | undefined }) {
  const priceOf = usePriceOf()
  const today = useToday()
  const credit = creditPurchased(bought.credit, bought.addition ?? 0)
  return (
    <>
      <strong>
        {formatRM(priceOf(bought))} · {creditText(bought)}
      </strong>
      <br />
      {payer
        ? t('Verified today, the wallet is good until {day}.', {
            day: showDay(expiryAfterPurchase(payer.creditExpired, today, bought.duration)),
          })
        : t('Valid for {months} from the day it is verified, or as long as the wallet is good already.', {
            months: monthText(bought.duration),
          })}
      <br />
      {payer ? (
        <>
          {t('Once verified:')}{' '}
          <span className="nowrap">
            {t('Wallet {before} → {after}', {
              before: showCredit(payer.wallet),
              after: showCredit(payer.wallet + credit),
            })}
          </span>{' '}
          ({payer.name})
        </>
      ) : (
        t('Once verified: {credit} credits are added to the wallet', { credit: showCredit(credit) })
      )}
    </>
  )
}
