import { day } from '@academy/contract/platform/query.ts'
import {
  type DateRange,
  dateRangeOf,
  dateRangeProblem,
  type Report,
  type ReportInput,
} from '@academy/contract/reports/report.ts'
import { type AriaAttributes, useEffect, useRef, useState } from 'react'
import { MemberSelect } from '../members/index.ts'
import { t } from '../platform/client/i18n.ts'
import { useToday } from '../platform/client/today.ts'
import { DayInput, DayRangeInput } from '../platform/form/inputs.tsx'
import { type LookupItem, LookupSelect } from '../platform/form/LookupSelect.tsx'
import { dayProblem, daysProblem, isDay } from '../platform/form/typed-dates.ts'
import { knownItems } from '../platform/form/values.ts'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { Select } from '../ui/form/Select.tsx'

export type Draft = Record<string, string | undefined>

const keysOf = ({ inputs, range }: Report) => [
  ...(range ? ['startDate', 'endDate'] : []),
  ...inputs.map(({ key }) => key),
]

/** The filters of an untouched form. */
function defaultsOf({ inputs, range }: Report, today: string): Draft {
  const choices = inputs.flatMap((input) =>
    input.kind === 'choice' || input.kind === 'tabs' ? [[input.key, input.options[0]?.value]] : [],
  )
  const days = inputs.flatMap((input) => (input.kind === 'day' && input.latest ? [[input.key, today]] : []))
  return { ...(range ? dateRangeOf(range, {}, today) : {}), ...Object.fromEntries([...choices, ...days]) }
}

/** The filters in the address, with defaults where it says nothing or something invalid. */
export function filtersIn(report: Report, address: Draft, today: string): Draft {
  const rules: Report['filters'] = { ...report.filters, ...(report.range ? { startDate: day(), endDate: day() } : {}) }
  const days = ['startDate', 'endDate', ...report.inputs.filter(({ kind }) => kind === 'day').map(({ key }) => key)]
  // A call accepts further notations, but a field shows a day in one form only.
  const isFit = (key: string) =>
    Boolean(rules[key]?.safeParse(address[key]).success) && (!days.includes(key) || isDay(address[key]))
  // A link may filter by one class; the form has no field for it.
  const entries = [...keysOf(report), 'classId'].flatMap((key) =>
    address[key] && isFit(key) ? [[key, address[key]]] : [],
  )
  const given: Draft = Object.fromEntries(entries)
  // The missing end of a half range is the one the server would use.
  return { ...defaultsOf(report, today), ...given, ...(report.range ? dateRangeOf(report.range, given, today) : {}) }
}

/** Applies new filters to a form; fields the user changed keep their value. */
function rebase(draft: Draft, before: Draft, next: Draft): Draft {
  const changed = Object.keys(draft).filter((key) => draft[key] !== before[key])
  const isRange = (key: string) => key === 'startDate' || key === 'endDate'
  const kept = Object.entries(draft).filter(([key]) => changed.includes(key) || (isRange(key) && changed.some(isRange)))
  return { ...next, ...Object.fromEntries(kept) }
}

/** The value of a range field. */
const daysOf = ({ startDate, endDate }: Draft): [string, string] | null =>
  startDate || endDate ? [startDate ?? '', endDate ?? ''] : null

const isWhole = (draft: Draft): draft is Draft & DateRange => Boolean(draft.startDate && draft.endDate)

/** What prevents a search, by field: missing or invalid values. */
function problemsOf({ inputs, filters }: Report, draft: Draft): Record<string, string> {
  const messageFor = ({ key, label }: ReportInput) => {
    const values = filters[key]?.safeParse(undefined).error?.issues[0]?.message
    return values ? t(values) : t('{label} is required', { label: t(label) })
  }
  const missing = inputs.filter((input) => input.kind === 'lookup' && input.required && !draft[input.key])
  return Object.fromEntries(missing.map((input) => [input.key, messageFor(input)]))
}
function wrongIn({ inputs, range }: Report, draft: Draft, today: string): Record<string, string> {
  const noDays = daysProblem(daysOf(draft))
  const days = noDays ?? (range && isWhole(draft) ? dateRangeProblem(range, draft)?.message : undefined)
  const problemOf = (input: ReportInput) => {
    const value = input.kind === 'day' ? draft[input.key] : undefined
    const isFuture = input.kind === 'day' && input.latest && isDay(value) && value > today
    return isFuture ? t('The date cannot be in the future') : dayProblem(value)
  }
  const single = inputs.flatMap((input) => {
    const problem = problemOf(input)
    return problem ? [[input.key, problem]] : []
  })
  return { ...Object.fromEntries(single), ...(days ? { startDate: t(days) } : {}) }
}

interface ReportFiltersProps {
  report: Report
  items: readonly unknown[]
  /** Search was pressed for what is shown already: it is calculated again. */
  onAgain: () => void
  /** Whether the filters differ from what is shown, changed but not searched yet. */
  onChanged: (isChanged: boolean) => void
}

/** The filters of a report: nothing is loaded before Search, and Clear restores the defaults. */
export function ReportFilters({ report, items, onAgain, onChanged }: ReportFiltersProps) {
  const address = useAddress()
  const change = useChangeAddress()
  const today = useToday()
  const filters = filtersIn(report, address, today)
  const [draft, setDraft] = useState(filters)
  const [tried, setTried] = useState(false)
  const [again, setAgain] = useState(0)
  const wrong = wrongIn(report, draft, today)
  const missing = problemsOf(report, draft)
  const problems = { ...wrong, ...(tried ? missing : {}) }

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
      <Form key={again} onFinish={search}>
        <div className="field-grid">
          {report.range && (
            <Form.Item label={t(report.range.label)} htmlFor="report-days" problem={problems.startDate}>
              <DayRangeInput
                id="report-days"
                value={daysOf(draft)}
                onChange={(days) => set({ startDate: days?.[0] || undefined, endDate: days?.[1] || undefined })}
              />
            </Form.Item>
          )}
          {report.inputs.filter(isField).map((input) => (
            <Form.Item
              key={input.key}
              label={t(input.label)}
              htmlFor={`report-${input.key}`}
              required={input.kind === 'lookup' && Boolean(input.required)}
              problem={problems[input.key]}
            >
              <FilterInput
                input={input}
                value={draft[input.key]}
                known={labelOf(items, draft[input.key])}
                onChange={(value) => set({ [input.key]: value })}
              />
            </Form.Item>
          ))}
        </div>
        <div className="form-buttons">
          <Button type="primary" htmlType="submit">
            {t('Search')}
          </Button>
          <Button onClick={clear}>{t('Clear')}</Button>
        </div>
      </Form>
    </search>
  )
}

/** The label of a value from the address, taken from the rows found by it. */
function labelOf(items: readonly unknown[], value: string | undefined): LookupItem[] {
  const parts = value ? items.flatMap((row) => Object.values(Object(row))) : []
  return parts
    .filter((part) => !Array.isArray(part))
    .flatMap(knownItems)
    .filter(({ _id }) => _id === value)
    .slice(0, 1)
}

type Field = Exclude<ReportInput, { kind: 'tabs' }>
const isField = (input: ReportInput): input is Field => input.kind !== 'tabs'

interface FilterInputProps extends AriaAttributes {
  input: Field
  value: string | undefined
  known: readonly LookupItem[]
  onChange: (value: string | undefined) => void
}

function FilterInput({ input, value, known, onChange, ...given }: FilterInputProps) {
  const today = useToday()
  const shared = { ...given, id: `report-${input.key}` }
  switch (input.kind) {
    case 'lookup': {
      const chosen = {
        ...shared,
        known,
        placeholder: t(input.required ? 'Select' : 'All'),
        value: value ?? null,
        onChange: (next: string | null) => onChange(next ?? undefined),
      }
      if (input.resource === 'member') return <MemberSelect {...chosen} />
      if (input.resource === 'parent') return <MemberSelect {...chosen} kind="parent" />
      return <LookupSelect {...chosen} resource={input.resource} />
    }
    case 'choice':
      return (
        <Select
          {...shared}
          value={value ?? ''}
          onChange={onChange}
          options={input.options.map((option) => ({ value: option.value, label: t(option.label) }))}
        />
      )
    case 'day':
      return (
        <DayInput
          {...shared}
          value={value ?? null}
          {...(input.latest ? { max: today } : {})}
          onChange={(day) => onChange(day ?? undefined)}
        />
      )
    case 'text':
      return (
        <Input
          {...shared}
          allowClear
          autoComplete="off"
          placeholder={input.placeholder ? t(input.placeholder) : ''}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )
  }
}
