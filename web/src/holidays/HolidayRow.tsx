import { holidayEntry } from '@academy/contract/holidays/holidays.ts'
import type { ReactNode } from 'react'
import { t } from '../platform/client/i18n.ts'
import { DayInput } from '../platform/form/inputs.tsx'
import { dayRule } from '../platform/form/typed/typed-dates.ts'
import { fieldRule, isRequired } from '../platform/form/zod-rule.ts'
import { Form, type FormRule } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { dateProblem } from './holiday-set.ts'

const { holidayName, date } = holidayEntry.shape

const format = 'DD/MM/YYYY'

const inYearAndUnique: FormRule = ({ getFieldValue }) => ({
  validator: (_, day) => {
    const problem = dateProblem(day, getFieldValue('year'), getFieldValue('holiday'))
    return problem ? Promise.reject(new Error(t(problem))) : Promise.resolve()
  },
})

interface RowProps {
  index: number
  /** Limits the picker to this year's days. */
  year: number | undefined
  disabled: boolean
  /** The button that removes the row. */
  children: ReactNode
}

/** Name and day of one holiday. */
export function HolidayRow({ index, year, disabled, children }: RowProps) {
  return (
    <div className="holiday-row">
      <Form.Item
        name={[index, 'holidayName']}
        label={t('Holiday Name')}
        required={isRequired(holidayName)}
        rules={[fieldRule(holidayName)]}
      >
        <Input disabled={disabled} autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name={[index, 'date']}
        label={t('Date')}
        required={isRequired(date)}
        dependencies={['year', 'holiday']}
        validateFirst
        rules={[dayRule({ format }), fieldRule(date), inYearAndUnique]}
      >
        <DayInput
          format={format}
          disabled={disabled}
          {...(year === undefined ? {} : { min: `${year}-01-01`, max: `${year}-12-31` })}
        />
      </Form.Item>
      {children}
    </div>
  )
}
