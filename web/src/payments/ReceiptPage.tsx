import { type CheckedReceipt, payments } from '@academy/contract/payments/payments.ts'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { useConfig } from '../platform/client/config/config.ts'
import { showDay, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'
import './receipt.css'

type Answer = CheckedReceipt | ApiError | undefined

/** The page behind a receipt's QR code: for whoever holds the paper, without a session or personal data. */
export function ReceiptPage() {
  const { token = '' } = useParams({ strict: false })
  const [attempt, setAttempt] = useState(0)
  return (
    <main className="sign-in">
      <title>{t('Official Receipt')}</title>
      <Check key={`${token} ${attempt}`} token={token} onRetry={() => setAttempt(attempt + 1)} />
    </main>
  )
}

/** Asks the server once. */
function Check({ token, onRetry: onAgain }: { token: string; onRetry: () => void }) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let isWanted = true
    call(payments.checkReceipt, { params: { token } })
      .catch((error) => {
        if (error instanceof ApiError) return error
        throw error
      })
      .then((next) => isWanted && setAnswer(next))
    return () => {
      isWanted = false
    }
  }, [token])
  return (
    <div className="sign-in-card receipt-card" aria-busy={!answer}>
      <CheckResult answer={answer} onAgain={onAgain} />
    </div>
  )
}

function CheckResult({ answer, onAgain }: { answer: Answer; onAgain: () => void }) {
  if (!answer) return <h1 className="muted">{t('Loading…')}</h1>
  if (!(answer instanceof ApiError)) return <Receipt receipt={answer} />
  return answer.statusCode === 404 ? (
    <Unknown />
  ) : (
    <>
      <h1>{t('The receipt could not be checked')}</h1>
      <p role="alert">{errorMessage(answer)}</p>
      <Button type="primary" size="large" block onClick={onAgain}>
        {t('Try again')}
      </Button>
    </>
  )
}

const states = {
  valid: { title: 'This receipt is valid', sign: '✓', note: '' },
  cancelled: {
    title: 'This receipt was cancelled',
    sign: '✕',
    note: 'The payment was cancelled after the receipt was issued. It is no proof of payment any more.',
  },
}

function Receipt({ receipt: { state, orNo, date, amount, companyName } }: { receipt: CheckedReceipt }) {
  const { title, sign, note } = states[state]
  return (
    <>
      <div className={`receipt-sign receipt-${state}`} aria-hidden>
        {sign}
      </div>
      <h1>{t(title)}</h1>
      {note && <p>{t(note)}</p>}
      <dl>
        <dt>{t('Issued by')}</dt>
        <dd>{companyName}</dd>
        <dt>{t('Receipt No.')}</dt>
        <dd>{orNo}</dd>
        <dt>{t('Date')}</dt>
        <dd>{showDay(date)}</dd>
        <dt>{t('Amount')}</dt>
        <dd>{showMoney(amount)}</dd>
      </dl>
      <p className="muted">{t('Please compare number, date and amount with the receipt in your hand.')}</p>
    </>
  )
}

function Unknown() {
  const config = useConfig()
  return (
    <>
      <h1>{t('We do not know this receipt')}</h1>
      <p>{t('Perhaps the code was not read completely: please scan it once more.')}</p>
      <p>
        {config?.contactPhone
          ? t('If it still is not found, please ask us: {phone}.', { phone: config.contactPhone })
          : t('If it still is not found, please ask whoever gave you the receipt.')}
      </p>
    </>
  )
}
