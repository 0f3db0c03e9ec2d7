import { schedule, scheduleMessages } from '@academy/contract/courses/schedule.ts'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useToday } from '../platform/client/today.ts'
import { Unreadable } from '../platform/feedback/ErrorPage.tsx'
import { notice } from '../platform/feedback/notices.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { Alert } from '../ui/first/Alert.tsx'
import { Select } from '../ui/form/Select.tsx'
import { DayDialog } from './DayDialog.tsx'
import type { PlanMode } from './PlanContent.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { ReplacementsDialog } from './ReplacementsDialog.tsx'
import { useScheduledYear } from './use-scheduled-year.ts'
import { focusDay, jumpToDay, YearCalendar } from './YearCalendar.tsx'
import { YearSummary } from './YearSummary.tsx'
import { dayIn } from './year-days.ts'

const listing = '/course/listing'
const yearsAround = 10

/** The year in the address, or this one when it names none of the options. */
function useYear() {
  const { year: named } = useAddress()
  const change = useChangeAddress()
  const thisYear = Number(useToday().slice(0, 4))
  const years = Array.from({ length: 2 * yearsAround + 1 }, (_, index) => thisYear - yearsAround + index)
  const year = years.find((one) => String(one) === named) ?? thisYear
  const choose = (next: number) => change({ year: next === thisYear ? undefined : String(next) })
  return { year, years, choose }
}

export function SchedulePage() {
  const { id = '' } = useParams({ strict: false })
  const { year, years, choose } = useYear()
  const facts = useScheduledYear(id, year)
  const [mode, setMode] = useState<PlanMode>()
  const { course } = facts
  if (facts.error) return <Unreadable title={course?.name ?? 'Scheduling'} back={listing} error={facts.error} />
  return (
    <Page
      title={course?.name ?? 'Scheduling'}
      subtitle="Scheduling"
      back={listing}
      loading={!course}
      actions={
        <>
          <Select
            aria-label={t('Year')}
            value={year}
            onChange={choose}
            options={years.map((one) => ({ value: one, label: String(one) }))}
          />
          <PlanButtons facts={facts} onPlan={setMode} />
        </>
      }
    >
      <ScheduledYearView key={year} number={year} facts={facts} />
      {course && (
        <PlanDialog
          mode={mode}
          course={course}
          year={facts.year}
          standing={{ year, classes: facts.classes, holidays: facts.holidays.map(({ date }) => date) }}
          onClose={() => setMode(undefined)}
        />
      )}
    </Page>
  )
}

type Facts = ReturnType<typeof useScheduledYear>

function PlanButtons({ facts: { course, year, isReady }, onPlan }: { facts: Facts; onPlan: (mode: PlanMode) => void }) {
  if (!isReady) return null
  if (!year)
    return (
      <ReasonButton
        type="primary"
        may={schedule.assign.may}
        reason={course?.isDisable && 'This course is disabled. Enable it before scheduling it.'}
        onClick={() => onPlan('assign')}
      >
        {t('Assign')}
      </ReasonButton>
    )
  return (
    <>
      <ReasonButton may={schedule.batchUpdate.may} onClick={() => onPlan('batch')}>
        {t('Batch Update')}
      </ReasonButton>
      <ReasonButton
        may={schedule.reassign.may}
        reason={
          year.hasAttendance &&
          'Attendance of this year has been taken already, so it cannot be re-scheduled. Use Batch Update.'
        }
        onClick={() => onPlan('reassign')}
      >
        {t('Reassign')}
      </ReasonButton>
    </>
  )
}

function ScheduledYearView({
  number,
  facts: { course, year, classes, days, isReady },
}: {
  number: number
  facts: Facts
}) {
  const today = useToday()
  const [open, setOpen] = useState<string>()
  const [last, setLast] = useState<string>()
  const [isProposing, setProposing] = useState(false)

  const openDay = useCallback((date: string) => {
    setOpen(date)
    setLast(date)
  }, [])
  // A day pressed before the year was read is answered once it is.
  useEffect(() => {
    if (open === undefined || !isReady || year) return
    setOpen(undefined)
    notice.error(scheduleMessages.unscheduled)
  }, [open, isReady, year])

  return (
    <>
      <div className="year-notes">
        {isReady && !year && (
          <Alert
            type="info"
            title={t('No classes are scheduled for {year} yet. Assign a weekday and a time first.', { year: number })}
          />
        )}
      </div>
      <YearSummary
        year={year}
        centre={course?.centre?.description}
        onJump={jumpToDay}
        onPropose={() => setProposing(true)}
      />
      <YearCalendar year={number} today={today} days={days} onOpen={openDay} />
      {year && <ReplacementsDialog open={isProposing} year={year} onClose={() => setProposing(false)} />}
      {year && (
        <DayDialog
          year={year}
          day={open === undefined ? undefined : dayIn(days, open)}
          replacement={classes.find(({ replacementDate }) => replacementDate === open)}
          onClose={() => setOpen(undefined)}
          onClosed={() => last && focusDay(last)}
        />
      )}
    </>
  )
}
