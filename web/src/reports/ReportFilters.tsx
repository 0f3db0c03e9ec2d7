import { longestRange, type Report } from '@academy/contract/reports/report.ts'
import { useEffect, useId, useState } from 'react'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { DayRangeInput } from '../platform/form/range-inputs.tsx'
import { useFromMd } from '../platform/shell/appearance.ts'
import { Button } from '../ui/first/Button.tsx'
import { DownIcon } from '../ui/first/icons.ts'
import { Labelled } from '../ui/form/Labelled.tsx'
import { FilterInput, isField } from './FilterInput.tsx'
import { type Draft, daysOf } from './report-draft.ts'
import { useReportDraft } from './use-report-draft.ts'

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
  const { filters, draft, set, problems, isComplete, isChanged, ...form } = useReportDraft(report)
  const [again, setAgain] = useState(0)
  const isPhone = !useFromMd()
  const [isOpen, setOpen] = useState(!isComplete)
  const id = useId()
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])

  function search() {
    const searched = form.search()
    if (!searched) return
    setOpen(false)
    if (searched.isSame) onAgain()
  }

  function clear() {
    form.clear()
    // A field that was typed into and left half is made anew.
    setAgain(again + 1)
  }

  return (
    <search className="report-filters">
      {isPhone && (
        <button
          type="button"
          className="report-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="visually-hidden">{t('Filters')}</span>
          <span>{(about ?? rangeWords(report, filters)).join(' · ') || t('Filters')}</span>
          <DownIcon aria-hidden />
        </button>
      )}
      <div id={id} hidden={isPhone && !isOpen}>
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
