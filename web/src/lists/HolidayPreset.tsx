import { listExtras } from '@academy/contract/lists/lists.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, type FormInstance, Select } from 'antd'
import { useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { markChanged } from '../platform/form/leave-warning.ts'
import { entriesIn, withPreset } from './holiday-set.ts'

/** The preset most states keep; null for a year without one. */
const presetOf = (year: number, signal: AbortSignal) =>
  call(listExtras.holidayPreset, { params: { year }, signal, quiet: true }).catch((error) => {
    if (error instanceof ApiError && error.statusCode === 404) return null
    throw error
  })

/** Fills in the Malaysian holidays of the year, those of a state or those most states keep, to be edited. */
export function HolidayPreset({ form, year }: { form: FormInstance; year: number }) {
  const [named, setState] = useState<string | null>()
  const { data: usual, isPending } = useQuery({
    queryKey: ['holiday-preset', year],
    queryFn: ({ signal }) => presetOf(year, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // An academy in one state keeps that state's holidays.
  const own = usual?.ownStates ?? []
  const state = named === undefined ? (own.length === 1 ? own[0] : undefined) : (named ?? undefined)
  const fill = useAction(listExtras.holidayPreset, {
    done: false,
    onDone: ({ holiday, provisional }) => {
      const { rows, added, known } = withPreset(entriesIn(form.getFieldValue('holiday')), holiday)
      form.setFieldValue('holiday', rows)
      markChanged(form)
      notice.success(
        known > 0
          ? t('{added} holidays filled in, {known} were there already.', { added, known })
          : t('{added} holidays filled in.', { added }),
      )
      if (provisional) notice.warning(t('The dates of {year} may still move. Please check them.', { year }))
    },
  })
  if (!isPending && !usual)
    return <p className="muted">{t('There is no list of Malaysian holidays of {year} to start from yet.', { year })}</p>
  return (
    <div className="holiday-preset">
      <Select
        aria-label={t('State')}
        allowClear
        showSearch
        loading={isPending}
        placeholder={t('Most states')}
        value={state ?? null}
        onChange={(next: string | null | undefined) => setState(next ?? null)}
        options={[...own, ...(usual?.states ?? []).filter((one) => !own.includes(one))].map((one) => ({
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
