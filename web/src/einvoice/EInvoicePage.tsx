import {
  type EInvoiceMonth,
  eInvoiceFile,
  eInvoices,
  eInvoiceVersion,
  largestConsolidated,
  sayFirst,
} from '@academy/contract/einvoice/einvoice.ts'
import { isMonth, monthOf, monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import { screens } from '@academy/contract/screens.ts'
import { formatRM } from '@academy/contract/wallet/rules.ts'
import { showDay } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page, PageWaiting } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { SheetIcon } from '../ui/first/icons.ts'
import { Labelled } from '../ui/form/Labelled.tsx'
import { Select } from '../ui/form/Select.tsx'
import { Chains, Sales, Sums } from './MonthTables.tsx'
import './einvoice.css'

/** The newest first. */
const monthsToChoose = 36

function monthsUpTo(today: string, chosen: string): string[] {
  const months = Array.from({ length: monthsToChoose }, (_, ago) => monthsLater(monthOf(today), -ago))
  return months.includes(chosen) ? months : [...months, chosen]
}

/** A month's sales as one consolidated e-Invoice: what it holds, what it leaves out and why, and the file. */
export function EInvoicePage() {
  const today = useToday()
  const change = useChangeAddress()
  const { month: named } = useAddress()
  const asked = isMonth(named) ? named : undefined
  const { data } = useCall(eInvoices.view, { query: asked ? { month: asked } : {} })
  const shown = asked === undefined || data?.month === asked ? data : undefined
  // That of last month is due, where the academy had begun.
  const month = asked ?? shown?.month ?? monthsLater(monthOf(today), -1)
  return (
    <Page
      title="e-Invoice"
      subtitle={t(
        'The sales of a month as one consolidated e-Invoice for MyInvois. It is submitted outside of the portal.',
      )}
      actions={
        shown ? (
          <Files of={shown} />
        ) : (
          // Its room, so that nothing moves when it comes.
          <span className="btn einvoice-waits" aria-hidden>
            {t(download)}
          </span>
        )
      }
    >
      <div className="einvoice-month">
        <Labelled id="month" label={t('Month')}>
          <Select
            value={month}
            onChange={(next) => void change({ month: next })}
            options={monthsUpTo(today, month).map((value) => ({ value, label: monthWords(value) }))}
          />
        </Labelled>
        <p>{shown ? hasSales(shown) && dueWords(shown, today) : '\u00a0'}</p>
      </div>
      {shown ? <Month of={shown} /> : <PageWaiting />}
    </Page>
  )
}

const download = 'Download e-Invoice file (JSON)'

/** Without any there is nothing to submit. */
const hasSales = ({ receipts, returned }: EInvoiceMonth) => receipts > 0 || returned.length > 0

const dueWords = ({ dueDate }: EInvoiceMonth, today: string) =>
  t(today > dueDate ? 'It was to be submitted by {day}.' : 'To be submitted by {day}.', { day: showDay(dueDate) })

/** One button for each file; mostly there is one. */
function Files({ of }: { of: EInvoiceMonth }) {
  const { busy, save } = useDownload()
  const parts = of.parts.length > 0 ? of.parts : [{ part: 1, number: '' }]
  return parts.map(({ part, number }) => (
    <ReasonButton
      key={part}
      type={part === 1 ? 'primary' : 'default'}
      icon={<SheetIcon aria-hidden />}
      may={eInvoices.json.may}
      reason={of.refused}
      loading={busy}
      onClick={() => save(eInvoices.json, { query: { month: of.month, part } }, eInvoiceFile(number))}
    >
      {parts.length > 1 ? t('Download file {n} of {all}', { n: part, all: parts.length }) : t(download)}
    </ReasonButton>
  ))
}

function Month({ of }: { of: EInvoiceMonth }) {
  return (
    <>
      {hasSales(of) && <Missing of={of} />}
      {of.refused && !of.refused.startsWith(sayFirst) && (
        <Alert type="info" title={t(of.refused)} className="einvoice-refusal" />
      )}
      <div className="panel einvoice-sums">
        <Sums of={of} />
        <p className="einvoice-words">
          {t(
            'The file is MyInvois Invoice {version} (UBL 2.1 JSON), without a signature: the buyer is General Public, each line a chain of receipts without a gap. Verified sales count by the day of their receipt, cash and card alike. Hand it to the service that submits your e-Invoices. The portal does not know which member asked for an e-Invoice of their own: take those receipts out before it is submitted.',
            { version: eInvoiceVersion },
          )}
        </p>
      </div>
      {of.parts.map((part) => (
        <section key={part.part} aria-labelledby={`part-${part.part}`} className="einvoice-section">
          <h2 id={`part-${part.part}`}>{t('Lines of {number}', { number: part.number })}</h2>
          <Chains lines={part.lines} label={t('Lines of {number}', { number: part.number })} />
        </section>
      ))}
      {of.large.length > 0 && (
        <Sales
          title={t('Above {amount}: an e-Invoice each', { amount: formatRM(largestConsolidated) })}
          sales={of.large}
          words={t(
            'Since January 2026 such a sale may not be consolidated. Make its e-Invoice in the buyer’s name in the MyInvois portal.',
          )}
        />
      )}
      {of.returned.length > 0 && (
        <Sales
          title={t('Cancelled in this month, sold before')}
          sales={of.returned}
          words={t(
            'These stand in the file of the month they were sold in, which stays as it was submitted. The money that went back needs a refund note that names that e-Invoice; make it in the MyInvois portal.',
          )}
        />
      )}
    </>
  )
}

/** What is still to be said of the academy, with the way to where that is done. */
function Missing({ of: { missing } }: { of: EInvoiceMonth }) {
  const { can } = useSession()
  if (missing.length === 0) return null
  return (
    <Alert
      type="warning"
      className="einvoice-refusal"
      title={t('No file yet: MyInvois asks for more than the page Academy says.')}
      description={
        <>
          {t('Still to say: {fields}.', { fields: missing.map((label) => t(label)).join(', ') })}{' '}
          {!can(screens['/brand'].may) && t('Please ask somebody who may edit the document formats.')}
        </>
      }
      action={
        can(screens['/brand'].may) && (
          <ButtonLink to="/brand" hash="e-invoice">
            {t('Say it on the page Academy')}
          </ButtonLink>
        )
      }
    />
  )
}
