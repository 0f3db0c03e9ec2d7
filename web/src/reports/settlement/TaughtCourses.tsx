import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { coachRoleLabels, rateWords } from '@academy/contract/rates/rules.ts'
import type { coachMonth, TaughtCourse, TaughtDay } from '@academy/contract/reports/coach-month.ts'
import { daysOf } from '@academy/contract/reports/month.ts'
import { useId, useState } from 'react'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useFromMd } from '../../platform/shell/appearance.ts'
import { NewRateButton } from '../../rates/index.ts'
import { RightIcon } from '../../ui/first/icons.ts'
import { Tag } from '../../ui/first/Tag.tsx'
import { cellText, Figure } from '../ReportCell.tsx'
import { DayLines } from './DayLines.tsx'
import '../../ui/first/table.css'

type CoachMonth = ResultOf<typeof coachMonth.month>

/** The classes of a month, each with its days; a day opens to who came. */
export function TaughtCourses({ month }: { month: CoachMonth }) {
  if (month.courses.length === 0)
    return <p className="nothing panel">{t('No class was held in this month. Choose another month.')}</p>
  return month.courses.map((taught) => (
    <Taught key={`${taught.course._id} ${taught.role}`} taught={taught} month={month} />
  ))
}

interface TaughtProps {
  taught: TaughtCourse
  month: CoachMonth
}

function Taught({ taught, month: { coach, month } }: TaughtProps) {
  const { course, centre, role, days, amount, classes } = taught
  const id = useId()
  const columns = ['Date', 'Time', 'Present', 'Credits', 'Rate', 'Amount (RM)']
  return (
    <section className="settlement-class" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{course.name}</h2>
          <span className="muted">{[centre, t(coachRoleLabels[role])].filter(Boolean).join(' · ')}</span>
        </div>
        <NewRateButton
          initial={{ coach: coach._id, course: course._id, role, since: daysOf(month).startDate }}
          known={{ coach, course }}
        />
      </header>
      <div className="table-frame">
        <table className="table" aria-labelledby={id}>
          <thead>
            <tr>
              {columns.map((title, place) => (
                <th key={title} scope="col" className={looks[place]}>
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          {days.map((day) => (
            <Day key={day._id} coach={coach._id} course={course._id} day={day} />
          ))}
          <tfoot>
            <tr>
              <td>{t(classes === 1 ? '{n} class held' : '{n} classes held', { n: classes })}</td>
              <td className={looks[1]} />
              <td className={looks[2]}>{showCredit(taught.heads)}</td>
              <td className={looks[3]}>{showCredit(taught.credits)}</td>
              <td className={looks[4]} />
              <td className={looks[5]}>{cellText('money', amount)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

/** Of the columns; time and rate stand under the date where it is narrow. */
const looks = ['', 'wide-only nowrap', 'align-right', 'align-right', 'wide-only', 'align-right nowrap']

interface DayProps {
  coach: string
  course: string
  day: TaughtDay
}

function Day({ coach, course, day }: DayProps) {
  const [isOpen, setOpen] = useState(false)
  const isWide = useFromMd()
  const { date, duration, isMarked, heads, credits, owing, rate, amount } = day
  const id = useId()
  const rateText = rate ? rateWords(rate) : t('No rate')
  const marking = { to: 'class', course, class: day._id, date } as const
  return (
    <tbody>
      <tr>
        <td>
          {isMarked ? (
            <button
              type="button"
              className="settlement-day"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <RightIcon aria-hidden />
              {showDay(date)}
            </button>
          ) : (
            <span className="settlement-day">{showDay(date)}</span>
          )}
          <small className="narrow-only muted">
            {duration} · {isMarked ? rateText : <Figure words={t('Not marked')} drillDown={marking} />}
          </small>
        </td>
        <td className={looks[1]}>{duration}</td>
        <td className={looks[2]}>{isMarked ? showCredit(heads) : '-'}</td>
        <td className={looks[3]}>
          {isMarked ? showCredit(credits) : '-'}
          {owing > 0 && <small className="settlement-open">{t('{n} outstanding', { n: showCredit(owing) })}</small>}
        </td>
        <td className={looks[4]}>
          {!isMarked ? (
            <Tag color="warning">
              <Figure words={t('Not marked')} drillDown={marking} />
            </Tag>
          ) : rate ? (
            rateText
          ) : (
            <Tag color="warning">{rateText}</Tag>
          )}
        </td>
        <td className={looks[5]}>{isMarked ? cellText('money', amount) : '-'}</td>
      </tr>
      {isOpen && (
        <tr className="expanded-row" id={id}>
          <td colSpan={isWide ? looks.length : looks.length - 2}>
            <DayLines coach={coach} session={day._id} marking={marking} />
          </td>
        </tr>
      )}
    </tbody>
  )
}
