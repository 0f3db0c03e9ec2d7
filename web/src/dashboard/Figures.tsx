import { months } from '@academy/contract/courses/calendar.ts'
import { dashboard, type MonthFigures } from '@academy/contract/dashboard/dashboard.ts'
import { showCredit, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { PageWaiting } from '../platform/shell/Page.tsx'
import { Curve } from '../ui/first/Curve.tsx'
import { changeOf } from './change.ts'

/** 'October' of a day or a month. */
export const monthOf = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? ''

/** '1–23 October' */
const showDays = ({ from, to }: MonthFigures['base']) =>
  `${Number(from.slice(8))}${from === to ? '' : `–${Number(to.slice(8))}`} ${monthOf(from)}`

/** How the month goes, beside the same days of the month before. The cards stand before their figures come. */
export function Figures() {
  const { data, error } = useCall(dashboard.month, undefined)
  if (error && !data) return <PageWaiting />
  const month = data && monthOf(data.days.from)
  const base = data && showDays(data.base)
  return (
    <ul className="figures">
      <Figure
        title={month ? t('Collected in {month}', { month }) : t('Collected')}
        figure={data?.collected}
        show={showMoney}
        base={base}
        upIsGood
      />
      <Figure title={t('Classes attended')} figure={data?.attended} show={showCredit} base={base} upIsGood />
      <Figure title={t('Members who came')} figure={data?.members} show={showCredit} base={base} upIsGood />
      <Figure
        title={t('Credits owed to members')}
        figure={data?.owed}
        show={showCredit}
        base={data && showDays({ from: data.base.to, to: data.base.to })}
      />
    </ul>
  )
}

interface FigureProps {
  title: string
  figure: { now: number | string; base: number | string; weeks: (number | string)[] } | undefined
  show: (value: number) => string
  /** The days that `base` is of. */
  base: string | undefined
  upIsGood?: boolean
}

function Figure({ title, figure, show, base = '', upIsGood = false }: FigureProps) {
  const [now, before] = figure ? [Number(figure.now), Number(figure.base)] : []
  return (
    <li>
      <span>{title}</span>
      <strong>{now === undefined ? '\u2007' : show(now)}</strong>
      {figure && now !== undefined && before !== undefined ? (
        <>
          <span className="muted">
            <Change {...{ now, before, upIsGood }} /> {t('{value} on {base}', { base, value: show(before) })}
          </span>
          <Curve values={figure.weeks.map(Number)} />
        </>
      ) : (
        <span className="muted">{'\u2007'}</span>
      )}
    </li>
  )
}

/** '▲ 12% from', or nothing where nothing changed. */
function Change({ now, before, upIsGood }: { now: number; before: number; upIsGood: boolean }) {
  const change = changeOf(now, before)
  if (!change) return null
  const { isUp, text } = change
  return (
    <>
      <span className={isUp && upIsGood ? 'figure-good' : undefined}>
        <span aria-hidden>{isUp ? '▲' : '▼'} </span>
        <span className="visually-hidden">{t(isUp ? 'up' : 'down')} </span>
        {text}
      </span>{' '}
      {t('from')}
    </>
  )
}
