import { yearRange } from '@academy/contract/courses/calendar.ts'
import { batchBody, patternBody } from '@academy/contract/courses/schedule.ts'
import { Alert, Form, type FormInstance, Select } from 'antd'
import type { z } from 'zod'
import { t } from '../platform/client/i18n.ts'
import { FieldItem, GuardedForm, initialValues } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { DayRangeInput, TimeRangeInput } from '../platform/form/inputs.tsx'
import { daysProblem, daysRule, timesRule } from '../platform/form/typed-dates.ts'
import { forecastOf, forecastWords, type Wanted } from './forecast.ts'
import { Lines } from './Lines.tsx'
import { patternFields, weekdayOptions } from './pattern-fields.ts'

export type Pattern = z.output<typeof patternBody>

/** The year being planned, as it stands. */
export type Standing = Pick<Wanted, 'year' | 'holidays' | 'classes'>

interface PlanFormProps {
  form: FormInstance
  standing: Standing
  /** The course or its scheduled year: what the fields begin with. */
  entry: Record<string, unknown>
  /** Asks for the range it applies to. */
  withRange?: boolean
  submitText: string
  sending: boolean
  onSubmit: (pattern: Pattern, range: [string, string] | undefined) => unknown
}

const { range, mainInstructor, day, duration, assistantInstructor } = patternFields
const rangeOf = (value: unknown) => batchBody.shape.range.safeParse(value).data

function limitsOf({ year }: Pick<Standing, 'year'>) {
  const { from: min, to: max } = yearRange(year)
  return { min, max }
}

/** What the form's present values will do, sentence by sentence; none while they are incomplete. */
export function outlook(standing: Standing, values: Record<string, unknown>, withRange: boolean): string[] {
  const weekday = patternBody.shape.day.safeParse(values.day).data
  const span = patternBody.shape.duration.safeParse(values.duration).data
  const [from, to] = rangeOf(values.range) ?? []
  const isRefused = withRange && (!from || daysProblem(values.range, limitsOf(standing)) !== undefined)
  if (weekday === undefined || span === undefined || isRefused) return []
  return forecastWords(
    forecastOf({ ...standing, day: weekday, duration: span, ...(from && to ? { range: { from, to } } : {}) }),
  )
}

/** Weekday, time and instructors of a year or a part of it, and what they will do. */
export function PlanForm(props: PlanFormProps) {
  const { form, standing, entry, withRange = false, submitText, sending, onSubmit } = props
  const limits = limitsOf(standing)
  const values = Form.useWatch((all: Record<string, unknown>) => all, form) ?? {}
  const words = outlook(standing, values, withRange)
  const initial = initialValues({ mainInstructor, duration, assistantInstructor, day }, entry)
  return (
    <GuardedForm form={form} initial={initial} onFinish={(all) => onSubmit(patternBody.parse(all), rangeOf(all.range))}>
      {withRange && (
        <FieldItem name="range" field={range} typed={daysRule(limits)} control={<DayRangeInput {...limits} />} />
      )}
      <FieldItem name="mainInstructor" field={mainInstructor} entry={entry} />
      <FieldItem
        name="day"
        field={day}
        control={
          <Select placeholder={t('Select')} options={weekdayOptions.map((one) => ({ ...one, label: t(one.label) }))} />
        }
      />
      <FieldItem name="duration" field={duration} typed={timesRule} control={<TimeRangeInput />} />
      <FieldItem name="assistantInstructor" field={assistantInstructor} entry={entry} />
      <div role="status" className="plan-outlook">
        {words.length > 0 && <Alert type="info" showIcon title={<Lines lines={words} />} />}
      </div>
      <FormButtons sending={sending} submitText={submitText} />
    </GuardedForm>
  )
}
