import { creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import { coachMonth, type TaughtLine } from '@academy/contract/reports/coach-month.ts'
import type { DrillDown } from '@academy/contract/reports/report.ts'
import { dayAt, showCredit, showInstant, showMoney } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { Figure } from '../ReportCell.tsx'

interface DayLinesProps {
  coach: string
  session: string
  /** Where the class was marked. */
  marking: DrillDown
}

/** Who came to a class, from which wallet it was paid, and what that brings the coach. */
export function DayLines({ coach, session, marking }: DayLinesProps) {
  const { data, error } = useCall(coachMonth.day, { params: { coach, class: session } })
  if (!data) return error ? <p className="problem">{t('The class could not be read.')}</p> : <Waiting />
  return (
    <div className="settlement-lines">
      <table aria-label={t('Who came')}>
        <thead>
          <tr>
            <th scope="col">{t('Member')}</th>
            <th scope="col">{t('Credit Type')}</th>
            <th scope="col">{t('Wallet')}</th>
            <th scope="col" className="align-right">
              {t('Credits')}
            </th>
            <th scope="col" className="align-right">
              {t('Amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((line) => (
            <tr key={line._id}>
              <td>
                <Person of={line.member} drillDown={{ to: 'member', member: line.member._id, tab: 'attendance' }} />
              </td>
              <td>{t(creditTypeLabels[line.creditType])}</td>
              <td>
                <Wallet of={line} />
              </td>
              <td className="align-right">{showCredit(line.credits)}</td>
              <td className="align-right">{showMoney(line.amount)}</td>
            </tr>
          ))}
          {data.rate?.kind === 'class' && (
            <tr>
              <td colSpan={4}>{t('For the class, whoever came')}</td>
              <td className="align-right">{showMoney(data.base)}</td>
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

type Named = TaughtLine['member']

const Person = ({ of: { name, chName }, drillDown }: { of: Named; drillDown: DrillDown }) => (
  <>
    <Figure words={name} drillDown={drillDown} />
    {chName && <ChineseName>{chName}</ChineseName>}
  </>
)

/** The entry of the ledger that paid, or why there is none. */
function Wallet({ of: { member, payer, paidAt, outStanding } }: { of: TaughtLine }) {
  if (outStanding) return t('Outstanding')
  if (!paidAt) return t('Free of charge')
  const day = dayAt(Date.parse(paidAt))
  const ledger = { to: 'ledger', member: payer._id, startDate: day, endDate: day } as const
  return (
    <>
      <Figure words={showInstant(paidAt)} drillDown={ledger} />
      {payer._id !== member._id && <small className="muted"> {payer.name}</small>}
    </>
  )
}
