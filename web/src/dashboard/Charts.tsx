import { type Charts as Answer, dashboard } from '@academy/contract/dashboard/dashboard.ts'
import type { May } from '@academy/contract/platform/endpoint.ts'
import { expiringIn, expiryReport } from '@academy/contract/reports/expiry-report.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showCredit, showDay, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import './charts.css'

/** Charts drawn with plain SVG, each next to its figures. */
export default function Charts() {
  const { data, error } = useCall(dashboard.charts, undefined)
  if (!data && error) return <Unread error={error} />
  if (!data) return <Waiting className="charts-waiting" />
  return (
    <>
      <div className="charts">
        <Weeks weeks={data.weeks} />
        <Attendance attendance={data.attendance} />
        <Expiry expiring={data.expiring} />
      </div>
      <p className="muted">{t('Computed at {at}', { at: showInstant(data.computedAt) })}</p>
    </>
  )
}

function Chart({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>
        <strong>{t(title)}</strong>
        <span className="muted">{note}</span>
      </figcaption>
      {children}
    </figure>
  )
}

/** A link to a report with its filters, for users who may open it. */
function ReportLink(props: { may: May; to: string; search: Record<string, string>; children: string }) {
  const { can } = useSession()
  if (!can(props.may)) return props.children
  return (
    <Link to={props.to} search={props.search}>
      {props.children}
    </Link>
  )
}

const flows = [
  ['in', 'Credit in'],
  ['out', 'Credit out'],
  ['expired', 'Expired'],
] as const

/** In a box of 100 by 100 that is stretched to the available width. */
const barWidth = 3.2

function Weeks({ weeks }: { weeks: Answer['weeks'] }) {
  const today = useToday()
  if (weeks.every((week) => flows.every(([flow]) => week[flow] === 0)))
    return (
      <Chart title="Credit In and Out" note={t('By week, Monday to Sunday')}>
        <p className="muted">{t('No credit moved in these {n} weeks.', { n: weeks.length })}</p>
      </Chart>
    )
  const maximum = Math.max(1, ...weeks.flatMap((week) => flows.map(([flow]) => week[flow])))
  const room = 100 / weeks.length
  return (
    <Chart title="Credit In and Out" note={t('By week, Monday to Sunday')}>
      <ul className="chart-legend" aria-hidden="true">
        {flows.map(([flow, text]) => (
          <li key={flow} className={`chart-${flow}`}>
            {t(text)}
          </li>
        ))}
      </ul>
      <div className="chart-weeks" aria-hidden="true">
        <span className="chart-most">{showCredit(maximum)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <title>{t('Credit In and Out')}</title>
          {weeks.map((week, place) =>
            flows.map(([flow, words], bar) => {
              const height = (100 * week[flow]) / maximum
              const x = place * room + (room - flows.length * (barWidth / 1.5)) / 2 + (bar * barWidth) / 1.5
              return (
                <rect
                  key={`${week.from} ${flow}`}
                  className={`chart-${flow}`}
                  x={x}
                  y={100 - height}
                  width={barWidth / 1.7}
                  height={height}
                >
                  <title>{`${showDay(week.from)}: ${t(words)} ${showCredit(week[flow])}`}</title>
                </rect>
              )
            }),
          )}
        </svg>
        <div className="chart-days">
          {weeks.map(({ from }) => (
            <span key={from}>{showDay(from).slice(0, 5)}</span>
          ))}
        </div>
      </div>
      <details>
        <summary>{t('As a table')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Week from')}</th>
              {flows.map(([flow, words]) => (
                <th key={flow} scope="col">
                  {t(words)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((week) => (
              <tr key={week.from}>
                <th scope="row">
                  <ReportLink
                    may="report.statement.view"
                    to="/report/statement-report"
                    search={{ startDate: week.from, endDate: week.to < today ? week.to : today }}
                  >
                    {showDay(week.from)}
                  </ReportLink>
                </th>
                {flows.map(([flow]) => (
                  <td key={flow}>{showCredit(week[flow])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Chart>
  )
}

interface Line {
  key: string
  label: ReactNode
  /** Lengths of the bar's parts, each with its colour class. */
  parts: readonly { className: string; value: number }[]
  words: string
}

/** A bar per line with its figures beside it, marked up as a table. */
function Bars(props: { head: readonly [string, string]; lines: readonly Line[]; empty: string }) {
  const sums = props.lines.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const most = Math.max(1, ...sums)
  if (props.lines.length === 0) return <p className="muted">{props.empty}</p>
  return (
    <table className="chart-bars">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t(props.head[0])}</th>
          <th scope="col">{t(props.head[1])}</th>
        </tr>
      </thead>
      <tbody>
        {props.lines.map(({ key, label, parts, words }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                {parts.map(({ className, value }, index) => (
                  <rect
                    key={className}
                    className={className}
                    x={(100 * parts.slice(0, index).reduce((sum, part) => sum + part.value, 0)) / most}
                    width={(100 * value) / most}
                    height={10}
                  />
                ))}
              </svg>
              <span>{words}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Attendance({ attendance: { from, to, centres } }: { attendance: Answer['attendance'] }) {
  const lines = centres.map(({ _id, name, present, absent }): Line => {
    const share = Math.round((100 * present) / Math.max(1, present + absent))
    return {
      key: _id ?? '',
      label:
        _id && name ? (
          <ReportLink
            may="report.attendance.view"
            to="/report/attendance-report"
            search={{ startDate: from, endDate: to, status: 'P,A', centre: _id }}
          >
            {name}
          </ReportLink>
        ) : (
          t('Without a centre')
        ),
      parts: [
        { className: 'chart-in', value: present },
        { className: 'chart-absent', value: absent },
      ],
      words: t('{present} present, {absent} absent ({share}%)', {
        present: showCredit(present),
        absent: showCredit(absent),
        share,
      }),
    }
  })
  const note = t('{from} to {to}', { from: showDay(from), to: showDay(to) })
  return (
    <Chart title="Attendance by Centre" note={note}>
      <Bars head={['Centre', 'Attendance']} lines={lines} empty={t('No class was marked in these four weeks.')} />
    </Chart>
  )
}

function Expiry({ expiring }: { expiring: Answer['expiring'] }) {
  const today = useToday()
  const lines = expiring.map(({ bucket, from, to, wallets, credit }): Line => {
    const search = expiringIn(today, { from, to })
    const words = t(bucket)
    return {
      key: bucket,
      label: search ? (
        <ReportLink may={expiryReport.may} to={expiryReport.path} search={search}>
          {words}
        </ReportLink>
      ) : (
        words
      ),
      parts: [{ className: to !== null && to < 0 ? 'chart-out' : 'chart-in', value: credit }],
      words: t(wallets === 1 ? '{credit} credits in 1 wallet' : '{credit} credits in {wallets} wallets', {
        credit: showCredit(credit),
        wallets: showCredit(wallets),
      }),
    }
  })
  return (
    <Chart title="Credit by Expiry" note={t('What wallets hold today')}>
      <Bars head={['Expires', 'Credit']} lines={lines} empty="" />
    </Chart>
  )
}
