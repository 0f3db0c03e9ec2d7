import { inRM } from '@academy/contract/platform/figures.ts'
import type { Cell, DateRange, DrillDown, Report, ReportColumn } from '@academy/contract/reports/report.ts'
import { allCentres } from '@academy/contract/staff/users.ts'
import { Fragment } from 'react'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { cellText, Figure } from './ReportCell.tsx'
import type { Draft } from './report-draft.ts'
import './report-strip.css'

/** What every report answers, besides its totals. */
export type Answer = {
  items: { _id: string }[]
  total: number
  computedAt: string
  about: string[]
  startDate?: string | undefined
  endDate?: string | undefined
}

interface ReportStripProps {
  report: Report
  columns: readonly ReportColumn[]
  /** Undefined until it is there: the names of the figures keep their place. */
  answer: Answer | undefined
  dateRange: DateRange | undefined
  filters: Draft
}

/** Keeps a line where its words are not known yet. */
const blank = '\u00a0'

/**
 * The sums over all rows, because the row of totals may be out of view, and on a phone most columns are; then of what
 * they are: range, filters, centres, moment.
 */
export function ReportStrip({ report, columns, answer, dateRange, filters }: ReportStripProps) {
  const centres = useOwnCentres()
  const sums = sumsOf(report, columns, answer, dateRange, filters)
  const told = answer && (answer.total > 0 || report.figures) ? (report.sentences?.(answer) ?? []) : []
  const sentences = told.length > 0 ? told : [blank]
  return (
    <section className="report-strip" aria-label={t('Totals')}>
      <div className="report-figures">
        <dl data-many={report.figures ? true : undefined} style={{ flex: Math.max(sums.length, 1) }}>
          {sums.map(({ label, words, drillDown }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>
                <Figure words={words} drillDown={drillDown} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="report-of">
          <p>
            {answer?.about.map((part, place) => (
              <Fragment key={part}>
                {place > 0 && ' · '}
                <span>{part}</span>
              </Fragment>
            ))}
            {!answer?.about.length && blank}
          </p>
          {report.byCentre && centres.length > 0 && <p>{t('Only of {centres}.', { centres: centres.join(', ') })}</p>}
          <p>{answer ? t('Computed at {at}', { at: showInstant(answer.computedAt) }) : blank}</p>
        </div>
      </div>
      {report.sentences && <Sentences told={sentences} long={report.longSentences} />}
    </section>
  )
}

const Sentences = ({ told, long }: { told: readonly string[]; long?: true | undefined }) => (
  <div className="report-sentences" data-long={long}>
    {told.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
)

/** How the sums come about, below the table, which stays where it is when they come. */
export function ReportProof({ report, answer }: Pick<ReportStripProps, 'report' | 'answer'>) {
  if (!report.proof || !answer?.total) return null
  return (
    <section className="report-strip" aria-label={t('How the sums come about')}>
      <Sentences told={report.proof(answer)} />
    </section>
  )
}

interface Sum {
  label: string
  words: string
  drillDown: DrillDown | null | undefined
}

function sumsOf(
  report: Report,
  columns: readonly ReportColumn[],
  answer: Answer | undefined,
  dateRange: DateRange | undefined,
  filters: Draft,
): Sum[] {
  const worded = (kind: ReportColumn['kind'], cell: Cell) =>
    kind === 'money' && cell !== null ? inRM(cellText(kind, cell)) : cellText(kind, cell)
  if (report.figures)
    return (answer ? report.figures(answer) : []).map(({ value, ...figure }) => ({
      ...figure,
      words: worded('integer', value),
    }))
  if (report.sums)
    return report.sums.map(({ label, kind, of }) => ({
      label,
      words: answer ? worded(kind, of(answer)) : blank,
      drillDown: null,
    }))
  return columns.flatMap(({ title, kind, total, totalDrillDown }) =>
    total && kind !== 'text'
      ? [
          {
            label: title,
            words: answer ? worded(kind, total(answer)) : blank,
            drillDown: answer && totalDrillDown?.(answer, dateRange, filters),
          },
        ]
      : [],
  )
}

/** The centres the user is restricted to; empty for users who see all. */
export function useOwnCentres(): string[] {
  const { user } = useSession()
  if (!user || user.accessRight.includes(allCentres)) return []
  return user.centreIncharge.map(({ description }) => description)
}
