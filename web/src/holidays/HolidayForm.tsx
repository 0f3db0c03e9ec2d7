import { schedulePreview } from '@academy/contract/courses/preview.ts'
import { hasPreset, holidayExtras } from '@academy/contract/holidays/holidays.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { EntryFormProps } from '../lists/index.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { FieldItems, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { isChanged, markSaved } from '../platform/form/leave-warning.ts'
import { Allowed } from '../platform/shell/Guard.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { DeleteIcon, PlusIcon } from '../ui/first/icons.ts'
import { Form } from '../ui/form/Form.tsx'
import { Select } from '../ui/form/Select.tsx'
import { HolidayClasses } from './HolidayClasses.tsx'
import { HolidayPreset } from './HolidayPreset.tsx'
import { HolidayRow } from './HolidayRow.tsx'
import { entriesOf, sortedEntries } from './holiday-set.ts'
import './holidays.css'

const yearsAround = 50

/** The year and the days of one set of holidays. */
export function HolidayForm({ of, form, entry, sending, readOnly = false, onSubmit }: EntryFormProps) {
  const thisYear = Number(useToday().slice(0, 4))
  const years = Array.from({ length: 2 * yearsAround + 1 }, (_, index) => thisYear - yearsAround + index)
  const year: unknown = Form.useWatch('year', form)
  useEffect(() => {
    if (!entry && !isChanged(form)) form.setFieldValue('year', thisYear)
  }, [entry, form, thisYear])
  // The form tells it a moment after it is drawn.
  const known: unknown = year ?? entry?.year
  const chosenYear = typeof known === 'number' ? known : undefined
  const stored = useCall(
    holidayExtras.holidaysOfYear,
    { params: { year: chosenYear ?? thisYear } },
    { enabled: !entry && chosenYear !== undefined },
  )
  const isReading = !entry && stored.isPending
  const isUnread = !stored.data && stored.error !== null
  const isTaken = !entry && (stored.data?.holiday.length ?? 0) > 0
  const isOpen = !isReading && !isUnread && !isTaken

  return (
    <>
      {typeof entry?.year === 'number' && (
        <Allowed may={schedulePreview.holidayTouch.may}>
          <HolidayClasses year={entry.year} />
        </Allowed>
      )}
      <GuardedForm
        form={form}
        initial={{ year: entry?.year ?? thisYear, holiday: entriesOf(entry?.holiday) }}
        onFinish={(values) => {
          const holiday = sortedEntries(entriesOf(values.holiday))
          // The server's field messages name rows by position.
          form.setFieldValue('holiday', holiday)
          return onSubmit({ year: values.year, holiday })
        }}
      >
        <FieldItems
          fields={of.fields}
          only={['year']}
          disabled={readOnly}
          settings={{
            year: {
              control: (
                <Select
                  searchable
                  disabled={readOnly}
                  placeholder={t('Select')}
                  options={years.map((one) => ({ value: one, label: String(one) }))}
                />
              ),
            },
          }}
        />
        {isTaken && chosenYear !== undefined && <YearTaken form={form} year={chosenYear} />}
        {isUnread && <Unread error={stored.error} />}
        {isReading && <Waiting className="page-waiting" />}
        {!readOnly && isOpen && chosenYear !== undefined && <Start form={form} year={chosenYear} />}
        {isOpen && <Days form={form} year={chosenYear} readOnly={readOnly} />}
        {!readOnly && isOpen && <FormButtons sending={sending} />}
      </GuardedForm>
    </>
  )
}

interface OfYear {
  form: EntryFormProps['form']
  year: number
}

/** Leads to the set that a year has already. */
const YearTaken = ({ form, year }: OfYear) => (
  <Alert
    type="info"
    title={
      <>
        {t('{year} has its holidays already.', { year: String(year) })}{' '}
        <Link
          to="/holiday/listing"
          search={{ searchText: String(year) } as never}
          // A year that was chosen is nothing to lose.
          onClick={() => entriesOf(form.getFieldValue('holiday')).length === 0 && markSaved(form)}
        >
          {t('Open them')}
        </Link>
      </>
    }
  />
)

/** The Malaysian holidays to start from, where they are known. */
const Start = ({ form, year }: OfYear) =>
  hasPreset(year) ? (
    <HolidayPreset key={year} form={form} year={year} />
  ) : (
    <p className="muted">{t('There is no list of Malaysian holidays of {year} to start from yet.', { year })}</p>
  )

interface DaysProps {
  form: EntryFormProps['form']
  year: number | undefined
  readOnly: boolean
}

const Days = ({ form, year, readOnly }: DaysProps) => (
  <Form.List name="holiday">
    {(rows, { add, remove }) => (
      <section className="holiday-rows" aria-label={t('Holidays')}>
        <h2>{t('Holidays')}</h2>
        {rows.length === 0 && <p className="muted">{t('No holidays yet.')}</p>}
        {rows.map(({ key, name }) => (
          <HolidayRow key={key} index={name} year={year} disabled={readOnly}>
            {!readOnly && (
              <Button
                type="text"
                danger
                icon={<DeleteIcon aria-hidden />}
                aria-label={t('Remove holiday {n}', { n: name + 1 })}
                onClick={() => remove(name)}
              />
            )}
          </HolidayRow>
        ))}
        {!readOnly && (
          <Button
            icon={<PlusIcon aria-hidden />}
            onClick={() => {
              flushSync(() => add({}))
              form.focusField(['holiday', rows.length, 'holidayName'])
            }}
          >
            {t('Add holiday')}
          </Button>
        )}
      </section>
    )}
  </Form.List>
)
