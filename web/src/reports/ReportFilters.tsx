import { longestRange, type Report } from '@academy/contract/reports/report.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useToday } from '../platform/client/today.ts'
import { DayRangeInput } from '../platform/form/range-inputs.tsx'
import { useFromMd } from '../platform/shell/appearance.ts'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { Button } from '../ui/first/Button.tsx'
import { DownIcon } from '../ui/first/icons.ts'
import { Labelled } from '../ui/form/Labelled.tsx'
import { FilterInput, isField } from './FilterInput.tsx'
import { type Draft, daysOf, defaultsOf, filtersIn, keysOf, missingIn, rebase, wrongIn } from './report-draft.ts'

interface ReportFiltersProps {
  report: Report
  items: readonly unknown[]
  /** What is shown, in words, once it is known. */
  about: readonly string[] | undefined
  /** Search was pressed for what is shown already: it is calculated again. */
  onAgain: () => void
  /** Whether the filters differ from what is shown, changed but not searched yet. */
  onChanged: (isChanged: boolean) => void
}

/**
 * The filters of a report: nothing is loaded before Search, and Clear restores the defaults. On a phone they are folded
 * behind a line that says what is set.
 */
export function ReportFilters({ report, items, about, onAgain, onChanged }: ReportFiltersProps) {
  const address = useAddress()
  const change = useChangeAddress()
  const today = useToday()
  const filters = filtersIn(report, address, today)
  const [draft, setDraft] = useState(filters)
  const [tried, setTried] = useState(false)
  const [again, setAgain] = useState(0)
  const wrong = wrongIn(report, draft, today)
  const missing = missingIn(report, draft)
  const problems = { ...wrong, ...(tried ? missing : {}) }
  const isPhone = !useFromMd()
  const [isOpen, setOpen] = useState(Object.keys({ ...wrong, ...missing }).length > 0)
  const form = useId()

  // The address can change without the form: going back, a link to the same report. A new day changes only untouched
  // fields.
  const said = JSON.stringify(filters)
  const last = useRef({ today, filters })
  useEffect(() => {
    const before = last.current
    const next: Draft = JSON.parse(said)
    last.current = { today, filters: next }
    setDraft((draft) => (before.today === today ? next : rebase(draft, before.filters, next)))
  }, [said, today])

  const isChanged = keysOf(report).some((key) => (draft[key] ?? '') !== (filters[key] ?? ''))
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])

  function search() {
    setTried(true)
    if (Object.keys({ ...wrong, ...missing }).length > 0) return
    setOpen(false)
    const own = defaultsOf(report, today)
    const keys = keysOf(report)
    // Both ends of a range or none: half of one means something else tomorrow.
    const changed = keys.filter((key) => draft[key] && draft[key] !== own[key])
    const ranged = changed.some((key) => key === 'startDate' || key === 'endDate')
    const kept = (key: string) => changed.includes(key) || (ranged && (key === 'startDate' || key === 'endDate'))
    const next = Object.fromEntries(keys.map((key) => [key, kept(key) ? draft[key] : undefined]))
    const intended = filtersIn(report, next, today)
    setDraft(intended)
    change({ ...next, classId: undefined, page: undefined })
    if (JSON.stringify(intended) === said) onAgain()
  }

  function clear() {
    setTried(false)
    setDraft(defaultsOf(report, today))
    setAgain(again + 1)
    change(Object.fromEntries([...keysOf(report), 'classId', 'page'].map((key) => [key, undefined])))
  }

  const set = (part: Draft) => setDraft({ ...draft, ...part })
  return (
    <search className="report-filters">
      {isPhone && (
        <button
          type="button"
          className="report-fold"
          aria-expanded={isOpen}
          aria-controls={form}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="visually-hidden">{t('Filters')}</span>
          <span>{(about ?? rangeWords(report, filters)).join(' · ') || t('Filters')}</span>
          <DownIcon aria-hidden />
        </button>
      )}
      <div id={form} hidden={isPhone && !isOpen}>
        <form
          key={again}
          noValidate
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            search()
          }}
        >
          <div className="report-fields">
            {report.range && (
              <Labelled label={t(report.range.label)} id="report-days" errors={problems.startDate}>
                <DayRangeInput
                  offers
                  most={longestRange(report.range, draft)}
                  value={daysOf(draft)}
                  onChange={(days) => set({ startDate: days?.[0] || undefined, endDate: days?.[1] || undefined })}
                />
              </Labelled>
            )}
            {report.inputs.filter(isField).map((input) => (
              <Labelled
                key={input.key}
                label={t(input.label)}
                id={`report-${input.key}`}
                required={input.kind === 'lookup' && Boolean(input.required)}
                errors={problems[input.key]}
              >
                <FilterInput
                  input={input}
                  value={draft[input.key]}
                  rows={items}
                  onChange={(value) => set({ [input.key]: value })}
                />
              </Labelled>
            ))}
            <div className="form-buttons">
              <Button type="primary" htmlType="submit">
                {t('Search')}
              </Button>
              <Button onClick={clear}>{t('Clear')}</Button>
            </div>
          </div>
        </form>
      </div>
    </search>
  )
}

/** The range as the server says it, until it does. */
const rangeWords = ({ range }: Report, { startDate, endDate }: Draft) =>
  range ? [`${range.label} ${showDay(startDate)} to ${showDay(endDate)}`] : []
