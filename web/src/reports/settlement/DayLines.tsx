import { creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import { coachMonth, type TaughtLine } from '@academy/contract/reports/coach-month.ts'
import type { DrillDown } from '@academy/contract/reports/report.ts'
import { dayAt, showCredit, showInstant } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { Unread } from '../../platform/feedback/Unread.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { cellText, Figure } from '../ReportCell.tsx'

interface DayLinesProps {
  coach: string
  session: string
  /** Where the class was marked. */
  marking: DrillDown
}

/** Who came to a class, from which wallet it was paid, and what that brings the coach. */
export function DayLines({ coach, session, marking }: DayLinesProps) {
  const { data, error } = useCall(coachMonth.day, { params: { coach, class: session } })
  if (!data) return error ? <Unread error={error} refused={t('The class could not be read.')} /> : <Waiting />
  return (
    <div className="settlement-lines">
      <table aria-label={t('Who came')}>
        <thead>
          <tr>
            <th scope="col">{t('Member')}</th>
            <th scope="col" className="wide-only">
              {t('Credit Type')}
            </th>
            <th scope="col" className="align-right">
              {t('Credits')}
            </th>
            <th scope="col" className="wide-only">
              {t('Debited')}
            </th>
            <th scope="col" className="align-right">
              {t('Amount (RM)')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((line) => (
            <tr key={line._id}>
              <td>
                <Person of={line.member} />
                <small className="narrow-only muted">
                  {t(creditTypeLabels[line.creditType])} · {debitedWords(line)}
                </small>
              </td>
              <td className="wide-only">{t(creditTypeLabels[line.creditType])}</td>
              <td className="align-right">{showCredit(line.credits)}</td>
              <td className="wide-only">
                <Debited of={line} />
              </td>
              <td className="align-right">{brought(line.amount)}</td>
            </tr>
          ))}
          {data.rate?.kind === 'class' && (
            <tr>
              <td>{t('For the class, whoever came')}</td>
              <td className="wide-only" />
              <td />
              <td className="wide-only" />
              <td className="align-right">{brought(data.base)}</td>
            </tr>
          )}
          {data.items.length === 0 && (
            <tr>
              <td colSpan={5}>{t('Nobody came.')}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p>
        <Figure words={t('The attendance of this class')} drillDown={marking} />
      </p>
    </div>
  )
}

const brought = (amount: string) => (Number(amount) === 0 ? '-' : cellText('money', amount))

const Person = ({ of: { _id, name, chName } }: { of: TaughtLine['member'] }) => (
  <>
    <Figure words={name} drillDown={{ to: 'member', member: _id, tab: 'attendance' }} />
    {chName && <ChineseName>{chName}</ChineseName>}
  </>
)

/** When the ledger's entry paid, or why there is none. */
const debitedWords = ({ paidAt, outStanding }: TaughtLine) =>
  outStanding ? t('Outstanding') : paidAt ? showInstant(paidAt) : t('Free of charge')

/** The same, leading to the entry, and whose wallet it was. */
function Debited({ of }: { of: TaughtLine }) {
  const { member, payer, paidAt } = of
  if (!paidAt) return debitedWords(of)
  const day = dayAt(Date.parse(paidAt))
  return (
    <>
      <Figure words={debitedWords(of)} drillDown={{ to: 'ledger', member: payer._id, startDate: day, endDate: day }} />
      {payer._id !== member._id && ` ${payer.name}`}
    </>
  )
}
