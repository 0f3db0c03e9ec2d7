import { longDate } from '@academy/contract/courses/calendar.ts'
import { type Proposal, type Proposed, schedulePreview } from '@academy/contract/courses/preview.ts'
import type { ScheduledYear } from '@academy/contract/courses/schedule.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { previewOf, shortDay } from './DiffView.tsx'
import { keysOf } from './proposal-keys.ts'

interface ReplacementsProps {
  year: ScheduledYear
  onClose: () => void
}

/** Proposes a day for each pending date: the best is preselected, all are accepted in one step. */
export function ReplacementsDialog({ open, ...rest }: ReplacementsProps & { open: boolean }) {
  return (
    <Dialog open={open} title={t('Replacement days')} onClose={rest.onClose}>
      {open && <Replacements {...rest} />}
    </Dialog>
  )
}

type Keyed = Proposed & { key: string }
const wordsOf = ({ date, duration }: Proposed) => `${longDate(date)}, ${duration}`

function Replacements({ year, onClose }: ReplacementsProps) {
  const { data, error } = useCall(schedulePreview.proposals, { params: { id: year._id } })
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const accept = useAction(schedulePreview.replaceAll, {
    preview: ({ body }) => previewOf({ ...body, action: 'replaceAll' }),
  })
  if (error && !data) return <p>{t('The proposals could not be read. Please close this and try again.')}</p>
  if (!data) return <Waiting className="page-waiting" />
  const keys = keysOf(data.items)
  const all = data.items.map((item, index): Keyed => ({ ...item, key: keys[index] ?? '' }))
  const dayFor = (item: Keyed) => chosen[item.key] ?? item.best?.date
  const apply = async (items: readonly Keyed[]) => {
    const replacements = items.flatMap((item) => {
      const date = dayFor(item)
      return date ? [{ replacementDate: item.date, duration: item.duration, date }] : []
    })
    const done = await accept.send({ body: { course: year.course._id, year: year.year, replacements } })
    if (!done) return
    if (replacements.length === year.pendingReplacementClass) return onClose()
    // One like it that is pending too gets another day.
    const accepted = items.map(({ key }) => key)
    setChosen((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !accepted.includes(key))))
  }
  const days = all.map(dayFor)
  const acceptable = all.filter((item) => dayFor(item))
  return (
    <>
      <p className="muted">
        {t('Days without a holiday on which the coaches and the centre are free, those of the same month first.')}
      </p>
      <ul className="replacements">
        {all.map((item) => (
          <li key={item.key}>
            <span>
              <strong>{shortDay(item.date)}</strong> {item.duration}
            </span>
            <ProposalSelect
              item={item}
              value={dayFor(item)}
              isTaken={(date) => days.includes(date) && date !== dayFor(item)}
              onChoose={(date) => setChosen({ ...chosen, [item.key]: date })}
            />
            <Button
              disabled={!dayFor(item)}
              loading={accept.sending}
              aria-label={t('Accept the day for {date}', { date: wordsOf(item) })}
              onClick={() => apply([item])}
            >
              {t('Accept')}
            </Button>
          </li>
        ))}
      </ul>
      {all.length === 0 && <p>{t('No class is pending replacement.')}</p>}
      <div className="form-buttons">
        {acceptable.length > 0 && (
          <Button type="primary" loading={accept.sending} onClick={() => apply(acceptable)}>
            {t('Accept all ({n})', { n: acceptable.length })}
          </Button>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </>
  )
}

const meritOf = ({ sameMonth, sameWeekday }: Proposal) =>
  [sameMonth && t('same month'), sameWeekday && t('same weekday')].filter(Boolean).join(', ')

interface SelectProps {
  item: Proposed
  value: string | undefined
  isTaken: (date: string) => boolean
  onChoose: (date: string) => void
}

function ProposalSelect({ item, value, isTaken, onChoose }: SelectProps) {
  if (item.proposals.length === 0) return <span className="muted">{t('No free day is left in this year.')}</span>
  return (
    <Select
      aria-label={t('Replacement of {date}', { date: wordsOf(item) })}
      value={value}
      placeholder={t('Select')}
      onChange={onChoose}
      options={item.proposals.map((one) => ({
        value: one.date,
        label: [shortDay(one.date), meritOf(one)].filter(Boolean).join(' · '),
        disabled: isTaken(one.date),
      }))}
    />
  )
}
