import { FieldItem } from '../../platform/form/Fields.tsx'
import { TimeRangeInput } from '../../platform/form/range-inputs.tsx'
import { timesRule } from '../../platform/form/typed/typed-ranges.ts'
import { scheduleFields } from './pattern-fields.ts'

interface ClassFieldsProps {
  /** The record that supplies the instructors' names. */
  entry: Record<string, unknown>
  disabled?: boolean
}

/** Time, instructors and remark of one class; to be placed inside a Form. */
export function ClassFields({ entry, disabled = false }: ClassFieldsProps) {
  const shared = { entry, disabled }
  const { duration, mainInstructor, assistantInstructor, remark } = scheduleFields
  return (
    <>
      <FieldItem
        name="duration"
        field={duration}
        typed={timesRule}
        control={<TimeRangeInput disabled={disabled} />}
        {...shared}
      />
      <FieldItem name="mainInstructor" field={mainInstructor} {...shared} />
      <FieldItem name="assistantInstructor" field={assistantInstructor} {...shared} />
      <FieldItem name="remark" field={remark} {...shared} />
    </>
  )
}
