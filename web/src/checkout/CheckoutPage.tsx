import { checkout, type CheckoutPage as Order } from '@academy/contract/payments/checkout.ts'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { useConfig } from '../platform/client/config/config.ts'
import { showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { BrandMark } from '../platform/shell/brand/BrandMark.tsx'
import { AnchorButton, Button } from '../ui/first/Button.tsx'
import { appLink, openApp, type Result } from './app-link.ts'
import { openCheckout, ScriptFailed } from './provider.ts'
import './checkout.css'

const needed = ['payment_id', 'member_id', 'amount', 'currency', 'order_id'] as const
type Search = Record<string, string | undefined>

const missingParams = (search: Search) => needed.filter((name) => !search[name])

/** The result in the address the provider's page returned to. */
function resultFrom({ status, ...search }: Search): Result | undefined {
  const { payment_id, order_id, provider_payment_id, member_id, signature } = search
  if (status !== 'true' && status !== 'false') return undefined
  if (status === 'false' || !payment_id || !order_id || !provider_payment_id || !member_id || !signature)
    return { status: status === 'true' }
  return { status: true, paid: { payment_id, order_id, provider_payment_id, member_id, signature } }
}

/** The state of the payment as shown. */
type Step =
  | { is: 'waiting'; words: string }
  | { is: 'stuck'; title: string; words: string; again: boolean }
  | { is: 'over'; result: Result; words: string; isConfirmed: boolean }

type Proof = NonNullable<Result['paid']>
const confirmMs = 8_000
const credited = 'Thank you. The credit is in the wallet.'

/** Reports the payment to the portal, which alone says that it is paid; the provider does too, so the wait here is short. */
async function confirm({ payment_id, order_id, provider_payment_id, signature }: Proof): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, confirmMs, false))
  const body = { payment_id, order_id, provider_payment_id, signature }
  const reported = call(checkout.confirm, { body }).then(
    ({ status }) => status === 'Done',
    () => false,
  )
  return Promise.race([reported, late])
}

const states = {
  paid: { title: 'This payment is done', words: 'It was paid already. Nothing more is to do.' },
  ended: { title: 'This payment link has ended', words: 'Please ask the academy for a new one.' },
} as const

/** Where a member pays by card: opens the provider's checkout and returns to the members' app. */
export function CheckoutPage() {
  const search: Search = useSearch({ strict: false })
  const config = useConfig()
  const scheme = config?.appScheme
  const logo = config?.brand.picture
  const [order, setOrder] = useState<Order>()
  const [step, setStep] = useState<Step>({ is: 'waiting', words: 'One moment, please.' })
  const [attempt, setTries] = useState(0)
  const begun = useRef(-1)

  useEffect(() => {
    if (!scheme || begun.current === attempt) return
    begun.current = attempt
    const finish: Finish = (result, words, isConfirmed = false) => {
      setStep({ is: 'over', result, words, isConfirmed })
      openApp(scheme, result)
    }
    // Whoever comes back unpaid and tries again pays by the link in the same address.
    const returned = attempt === 0 ? resultFrom(search) : undefined
    if (returned) {
      comeBack(returned, setStep, finish)
      return
    }
    const missing = missingParams(search)
    if (missing.length > 0) {
      console.log(`Missing checkout parameters: ${missing.join(', ')}`)
      setStep({ is: 'stuck', title: 'Card payment', words: 'This link is not complete.', again: false })
      return
    }
    pay(search, setOrder, setStep, finish).catch((error) => setStep(failWith(error)))
  }, [scheme, search, attempt])

  return (
    <main className="sign-in">
      <title>{t('Card payment')}</title>
      <div className="sign-in-card checkout-card">
        {logo && <BrandMark size="large" />}
        <Status
          step={step}
          scheme={scheme}
          hasLink={missingParams(search).length === 0}
          onAgain={() => setTries(attempt + 1)}
        >
          {order && (
            <p className="checkout-order">
              {order.companyName}
              <br />
              {order.packageTitle}
              <strong>{showMoney(order.amount)}</strong>
            </p>
          )}
        </Status>
      </div>
    </main>
  )
}

type Finish = (result: Result, words: string, isConfirmed?: boolean) => void

const notPaid = 'The portal knows of no payment. If you did pay, the credit follows once the card provider confirms it.'

/** Anybody can write an address, so what it says is shown once the portal has confirmed it. */
async function comeBack({ paid }: Result, setStep: (step: Step) => void, finish: Finish) {
  if (!paid) return finish({ status: false }, notPaid)
  setStep({ is: 'waiting', words: 'The payment is being confirmed. Please keep this page open.' })
  if (await confirm(paid)) return finish({ status: true, paid }, credited, true)
  finish({ status: false }, notPaid)
}

async function pay(search: Search, setOrder: (order: Order) => void, setStep: (step: Step) => void, finish: Finish) {
  const { payment_id = '', member_id = '', amount = '', currency = '', order_id = '', token } = search
  const query = { member_id, amount, currency, order_id, token }
  const order = await call(checkout.page, { params: { id: payment_id }, query })
  setOrder(order)
  if (order.state !== 'open') return setStep({ is: 'stuck', ...states[order.state], again: false })
  setStep({ is: 'waiting', words: 'Please pay in the window of the card provider.' })
  let declined = ''
  const paid = await openCheckout(order, (why) => {
    declined = why
  })
  if (!paid) return finish({ status: false }, declined || 'No payment was made here.')
  setStep({ is: 'waiting', words: 'The payment is being confirmed. Please keep this page open.' })
  const proof: Proof = {
    ...{ payment_id, order_id, member_id },
    provider_payment_id: paid.razorpay_payment_id,
    signature: paid.razorpay_signature,
  }
  const isCredited = await confirm(proof)
  const words = isCredited ? credited : 'The credit follows as soon as the card provider has confirmed the payment.'
  finish({ status: true, paid: proof }, words, isCredited)
}

function failWith(error: unknown): Step {
  if (error instanceof ScriptFailed) {
    alert(t('Razorpay SDK failed to load. Are you online?'))
    return { is: 'stuck', title: 'The card provider does not answer', words: 'Are you online?', again: true }
  }
  if (error instanceof ApiError && [400, 404].includes(error.statusCode))
    return { is: 'stuck', title: 'This payment link is not valid', words: 'Please ask for a new one.', again: false }
  return { is: 'stuck', title: 'The payment could not be opened', words: errorMessage(error), again: true }
}

interface StatusProps {
  step: Step
  scheme: string | undefined
  /** The address can open the checkout. */
  hasLink: boolean
  onAgain: () => void
  /** What is paid. */
  children: ReactNode
}

function Status({ step, scheme, hasLink, onAgain, children }: StatusProps) {
  const title =
    step.is === 'waiting'
      ? 'Card payment'
      : step.is === 'stuck'
        ? step.title
        : step.isConfirmed
          ? 'Payment received'
          : step.result.status
            ? 'Payment not confirmed yet'
            : 'Payment not completed'
  const mayTryAgain = step.is === 'stuck' ? step.again : step.is === 'over' && !step.result.status && hasLink
  return (
    <>
      <h1>{t(title)}</h1>
      {children}
      <p role="status">{t(step.words)}</p>
      {step.is === 'over' && scheme && (
        <AnchorButton type="primary" size="large" block href={appLink(scheme, step.result)}>
          {t('Back to the app')}
        </AnchorButton>
      )}
      {mayTryAgain && (
        <Button size="large" block onClick={onAgain}>
          {t('Try again')}
        </Button>
      )}
    </>
  )
}
