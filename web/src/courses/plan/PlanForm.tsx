import { yearRange } from '@academy/contract/courses/calendar.ts'
import { batchBody, patternBody } from '@academy/contract/courses/schedule.ts'
import type { z } from 'zod'
import { t } from '../../platform/client/i18n.ts'
import { FieldItem, GuardedForm, initialValues } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { DayRangeInput, TimeRangeInput } from '../../platform/form/range-inputs.tsx'
import { daysProblem, daysRule, timesRule } from '../../platform/form/typed/typed-ranges.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { Form, type FormInstance } from '../../ui/form/Form.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { Lines } from '../schedule/Lines.tsx'
import { scheduleFields, weekdayOptions } from '../schedule/pattern-fields.ts'
import { type ForecastInput, forecastOf, forecastText } from './forecast.ts'

export type Pattern = z.output<typeof patternBody>

/** The year being planned, as it is now. */
export type CurrentYear = Pick<ForecastInput, 'year' | 'holidays' | 'classes'>

interface PlanFormProps {
  form: FormInstance
  currentYear: CurrentYear
  /** The course or its scheduled year: the initial values. */
  entry: Record<string, unknown>
  /** Asks for the date range it applies to. */
  withRange?: boolean
  submitText: string
  sending: boolean
  onSubmit: (pattern: Pattern, range: [string, string] | undefined) => unknown
}

const { range, mainInstructor, day, duration, assistantInstructor } = scheduleFields
const rangeOf = (value: unknown) => batchBody.shape.range.safeParse(value).data

function limitsOf({ year }: Pick<CurrentYear, 'year'>) {
  const { from: min, to: max } = yearRange(year)
  return { min, max }
}

/** What the form's current values will do, sentence by sentence; empty while they are incomplete. */
function forecastSentences(currentYear: CurrentYear, values: Record<string, unknown>, withRange: boolean): string[] {
  const weekday = patternBody.shape.day.safeParse(values.day).data
  const duration = patternBody.shape.duration.safeParse(values.duration).data
  const [from, to] = rangeOf(values.range) ?? []
  const isRefused = withRange && (!from || daysProblem(values.range, limitsOf(currentYear)) !== undefined)
  if (weekday === undefined || duration === undefined || isRefused) return []
  return forecastText(
    forecastOf({ ...currentYear, day: weekday, duration, ...(from && to ? { range: { from, to } } : {}) }),
  )
}

/** Weekday, time and instructors of a year or a part of it, and their effect. */
export function PlanForm(props: PlanFormProps) {
  const { form, currentYear, entry, withRange = false, submitText, sending, onSubmit } = props
  const limits = limitsOf(currentYear)
  const values = Form.useWatch((all: Record<string, unknown>) => all, form) ?? {}
  const sentences = forecastSentences(currentYear, values, withRange)
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
        {sentences.length > 0 && <Alert type="info" title={<Lines lines={sentences} />} />}
      </div>
      <FormButtons sending={sending} submitText={submitText} />
    </GuardedForm>
  )
}
