import { cashdesk, type Sheet } from '@academy/contract/cashdesk/cashdesk.ts'
import { closeWords } from '@academy/contract/cashdesk/rules.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { addressOf } from '../platform/client/call-input.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { useAction } from '../platform/client/use-action.ts'
import { LookupSelect } from '../platform/form/LookupSelect.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { FilterDay } from '../platform/table/filters/DayFilters.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Form } from '../ui/form/Form.tsx'
import { type Counted, CountingForm } from './CountingForm.tsx'
import { Refused } from './Refused.tsx'
import { type Line, linesOf, SheetTable, sumOfLines } from './SheetTable.tsx'
import './cashdesk.css'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Waiting } from '../platform/feedback/Waiting.tsx'

const field = { day: 'closing-day', coach: 'closing-coach' }

/** Closes what a coach received on a day: tick, count, close. */
export function ClosingPage() {
  const address = useAddress()
  const change = useChangeAddress()
  const { coach } = address
  const today = useToday()
  // Kept past midnight: another day is another count.
  const [opened] = useState(today)
  const day = address.day ?? opened
  const { data, error } = useCall(cashdesk.sheet, { query: { day, coach: coach ?? '' } }, { enabled: Boolean(coach) })
  return (
    <Page title="Close a Day" back="/cash-close/listing">
      <div className="desk-choice">
        <div>
          <label htmlFor={field.day}>{t('Day Received')}</label>
          <FilterDay id={field.day} value={day} max={today} onChange={(next) => change({ day: next ?? today })} />
        </div>
        <div>
          <label htmlFor={field.coach}>{t('Coach Received')}</label>
          <LookupSelect
            id={field.coach}
            resource="coach"
            placeholder={t('Who hands over the cash')}
            {...(data ? { known: [{ _id: data.coach._id, label: data.coach.name }] } : {})}
            value={coach ?? null}
            // The day is kept, also past midnight.
            onChange={(id) => change({ coach: id ?? undefined, day })}
          />
        </div>
      </div>
      {!coach && <p className="nothing">{t('Choose the coach who hands over the cash.')}</p>}
      {coach && error && <Unread error={error} refused={t('This day cannot be shown. Choose another day or coach.')} />}
      {coach && !data && !error && <Waiting className="page-waiting" />}
      {coach && data && !error && <Closing key={`${data.day} ${data.coach._id}`} sheet={data} />}
    </Page>
  )
}

function Closing({ sheet }: { sheet: Sheet }) {
  const lines = linesOf(sheet)
  // Everything starts ticked, also payments that come in during the count.
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const ticked = lines.filter(({ _id }) => !unticked.has(_id))
  const expected = sumOfLines(ticked)
  return (
    <>
      <EarlierCloses sheet={sheet} />
      <SheetTable
        label={t('Payments')}
        lines={lines}
        ticked={ticked}
        onUntick={(ids) => setUnticked(new Set(ids))}
        empty={t('There is no cash to close of that day and coach. Choose another day, or create the order first.')}
      />
      {lines.length > 0 && (
        <Count sheet={sheet} ticked={ticked} expected={expected} open={lines.length - ticked.length} />
      )}
    </>
  )
}

/** The closes of that day. */
function EarlierCloses({ sheet: { closes } }: { sheet: Sheet }) {
  if (closes.length === 0) return null
  return (
    <Alert
      type="info"
      className="desk-problems"
      title={
        <>
          {t('Closed already of that day and coach:')}{' '}
          {closes.map(({ _id, number }, place) => (
            <span key={_id}>
              {place > 0 && ', '}
              <Link to="/cash-close/view/$id" params={{ id: _id }} className="desk-link">
                {number}
              </Link>
            </span>
          ))}
        </>
      }
    />
  )
}

interface CountProps {
  sheet: Sheet
  ticked: Line[]
  /** In sen. */
  expected: number
  /** How many lines are not ticked. */
  open: number
}

function Count({ sheet, ticked, expected, open }: CountProps) {
  const navigate = useNavigate()
  const [problems, setProblems] = useState<string[]>([])
  const received = ticked.filter(({ state }) => state !== 'Given back')
  const returned = ticked.filter(({ state }) => state === 'Given back')
  const credit = ticked.reduce((sum, line) => sum + line.credit, 0)
  const pending = ticked.filter(({ state }) => state === 'Pending').length
  const [form] = Form.useForm()
  const close = useAction(cashdesk.close, {
    form,
    okText: 'Close',
    effect: ({ body }) =>
      [
        `${closeWords({ payments: received.length, returned: returned.length, expected, counted: sen(body.counted) })}.`,
        ...(pending > 0
          ? [t('{n} of them verified now, {credit} credits added.', { n: pending, credit: showCredit(credit) })]
          : []),
        ...(open > 0 ? [t('{n} not ticked and left open.', { n: open })] : []),
      ].join(' '),
    onDone: (made) => navigate({ to: '/cash-close/view/$id', params: { id: made._id }, replace: true }),
    onFail: (error) => setProblems(error instanceof ApiError ? error.details.map(({ message }) => message) : []),
  })
  async function submit({ counted, pieces, remark }: Counted) {
    setProblems([])
    await close.send({
      body: {
        day: sheet.day,
        coach: sheet.coach._id,
        payments: received.map(({ _id }) => _id),
        returned: returned.map(({ _id }) => _id),
        counted,
        pieces,
        remark,
        expected: (expected / 100).toFixed(2),
      },
    })
  }
  return (
    <section aria-labelledby="count" className="panel">
      <h2 id="count">{t('Count')}</h2>
      <Refused problems={problems} />
      <CountingForm
        address={addressOf(cashdesk.sheet.path, { query: { day: sheet.day, coach: sheet.coach._id } })}
        form={form}
        expected={expected}
        payments={received.length}
        returned={returned.length}
        sending={close.sending}
        reason={
          ticked.length === 0
            ? 'Please select at least one payment'
            : expected < 0
              ? 'More is given back than handed over. Leave what is given back for a later close.'
              : false
        }
        onSubmit={submit}
      />
    </section>
  )
}
