/** One filter of a report. */
import { monthOf, monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import type { ReportInput } from '@academy/contract/reports/report.ts'
import type { AriaAttributes } from 'react'
import { MemberSelect } from '../members/index.ts'
import { t } from '../platform/client/i18n.ts'
import { useToday } from '../platform/client/today.ts'
import { DayInput } from '../platform/form/inputs.tsx'
import { type LookupItem, LookupSelect } from '../platform/form/LookupSelect.tsx'
import { knownItems } from '../platform/form/values.ts'
import { Input } from '../ui/form/Input.tsx'
import { Select } from '../ui/form/Select.tsx'

/** The label of a value from the address, taken from the rows found by it. */
function labelOf(items: readonly unknown[], value: string | undefined): LookupItem[] {
  const parts = value ? items.flatMap((row) => Object.values(Object(row))) : []
  return parts
    .filter((part) => !Array.isArray(part))
    .flatMap(knownItems)
    .filter(({ _id }) => _id === value)
    .slice(0, 1)
}

export type Field = Exclude<ReportInput, { kind: 'tabs' }>
export const isField = (input: ReportInput): input is Field => input.kind !== 'tabs'

const monthsOffered = 24

/** The last two years of months, the latest first, and the chosen one. */
function monthsTo(now: string, chosen: string | undefined): string[] {
  const offered = Array.from({ length: monthsOffered }, (_, ago) => monthsLater(now, -ago))
  return chosen && !offered.includes(chosen) ? [chosen, ...offered] : offered
}

interface FilterInputProps extends AriaAttributes {
  input: Field
  value: string | undefined
  /** What was found: a value from the address has its label there. */
  rows: readonly unknown[]
  onChange: (value: string | undefined) => void
}

export function FilterInput({ input, value, rows, onChange, ...given }: FilterInputProps) {
  const today = useToday()
  const shared = { ...given, id: `report-${input.key}` }
  switch (input.kind) {
    case 'lookup': {
      const chosen = {
        ...shared,
        all: true,
        known: labelOf(rows, value),
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
    case 'month':
      return (
        <Select
          {...shared}
          value={value ?? ''}
          onChange={onChange}
          options={monthsTo(monthOf(today), value).map((month) => ({ value: month, label: monthWords(month) }))}
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
