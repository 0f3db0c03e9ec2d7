import { holidayExtras } from '@academy/contract/holidays/holidays.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { markChanged } from '../platform/form/leave-warning.ts'
import { Button } from '../ui/first/Button.tsx'
import type { FormInstance } from '../ui/form/Form.tsx'
import { Select } from '../ui/form/Select.tsx'
import { entriesOf, withPreset } from './holiday-set.ts'

/** Fills in the Malaysian holidays of the year, of one state or of most states, for editing. */
export function HolidayPreset({ form, year }: { form: FormInstance; year: number }) {
  const [chosenState, setState] = useState<string | null>()
  const { data: answer, isPending } = useQuery({
    queryKey: ['holiday-preset', year],
    queryFn: ({ signal }) => call(holidayExtras.holidayPreset, { params: { year }, signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // An academy in one state uses that state's holidays.
  const own = answer?.ownStates ?? []
  const state = chosenState === undefined ? (own.length === 1 ? own[0] : undefined) : (chosenState ?? undefined)
  const fill = useAction(holidayExtras.holidayPreset, {
    done: false,
    onDone: ({ holiday, provisional }) => {
      const { rows, added, known } = withPreset(entriesOf(form.getFieldValue('holiday')), holiday)
      form.setFieldValue('holiday', rows)
      // What was wrong with the rows that stood there is not wrong with these.
      form.setFields(
        rows.flatMap((_, index) =>
          ['holidayName', 'date'].map((part) => ({ name: ['holiday', index, part], errors: [] })),
        ),
      )
      markChanged(form)
      const filled = t(added === 1 ? '1 holiday filled in' : '{n} holidays filled in', { n: added })
      const there = t(known === 1 ? '1 was there already' : '{n} were there already', { n: known })
      notice.success(known > 0 ? `${filled}, ${there}.` : `${filled}.`)
      if (provisional) notice.warning(t('The dates of {year} may still move. Please check them.', { year }))
    },
  })
  return (
    <div className="holiday-preset">
      <Select
        aria-label={t('State')}
        clearable
        searchable
        loading={isPending}
        placeholder={t('Most states')}
        value={state}
        onChange={(next: string | undefined) => setState(next ?? null)}
        options={[...own, ...(answer?.states ?? []).filter((one) => !own.includes(one))].map((one) => ({
          value: one,
          label: own.includes(one) ? t('{state} (own centres)', { state: one }) : one,
        }))}
      />
      <Button
        loading={fill.sending}
        disabled={isPending}
        onClick={() => fill.send({ params: { year }, query: state ? { state } : {} })}
      >
        {t('Fill in Malaysian holidays')}
      </Button>
    </div>
  )
}
