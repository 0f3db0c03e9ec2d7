import { schedule, scheduleMessages } from '@academy/contract/courses/schedule.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useToday } from '../../platform/client/today.ts'
import { Unreadable } from '../../platform/feedback/ErrorPage.tsx'
import { notice } from '../../platform/feedback/notices.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { useFromMd } from '../../platform/shell/appearance.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Page } from '../../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../../platform/table/address.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { Select } from '../../ui/form/Select.tsx'
import type { PlanMode } from '../plan/PlanContent.tsx'
import { PlanDialog } from '../plan/PlanDialog.tsx'
import { DayDialog } from './DayDialog.tsx'
import { ReplacementsDialog } from './ReplacementsDialog.tsx'
import { useScheduledYear } from './use-scheduled-year.ts'
import { focusDay, jumpToDay, showMonth, YearCalendar } from './YearCalendar.tsx'
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
          year={facts.planned}
          standing={{ year, classes: facts.classes, holidays: facts.holidays.map(({ date }) => date) }}
          onClose={() => setMode(undefined)}
        />
      )}
    </Page>
  )
}

type Facts = ReturnType<typeof useScheduledYear>

/** Why the schedule of this course is not the caller's to see or change; false when it is. */
function useOtherCentre(course: Facts['course']) {
  const { inCharge } = useSession()
  return course !== undefined && !inCharge(course.centre?._id ?? null) && messages.otherCentre
}

const disabledReason = 'This course is disabled. Enable it before scheduling it.'

function PlanButtons({ facts: { course, year, isReady }, onPlan }: { facts: Facts; onPlan: (mode: PlanMode) => void }) {
  const otherCentre = useOtherCentre(course)
  // The room of what a scheduled year has: the title beside it breaks its line, or does not, from the start.
  if (!isReady)
    return (
      <span className="plan-waits" aria-hidden>
        <span className="btn">{t('Batch Update')}</span>
        <span className="btn">{t('Reassign')}</span>
      </span>
    )
  if (!year)
    return (
      <ReasonButton
        type="primary"
        may={schedule.assign.may}
        reason={otherCentre || (course?.isDisable && disabledReason)}
        onClick={() => onPlan('assign')}
      >
        {t('Assign')}
      </ReasonButton>
    )
  return (
    <>
      <ReasonButton
        may={schedule.batchUpdate.may}
        reason={course?.isDisable && disabledReason}
        onClick={() => onPlan('batch')}
      >
        {t('Batch Update')}
      </ReasonButton>
      <ReasonButton
        may={schedule.reassign.may}
        reason={
          (course?.isDisable && disabledReason) ||
          (year.hasAttendance &&
            'Attendance of this year has been taken already, so it cannot be re-scheduled. Use Batch Update.')
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
  facts: { course, year, planned, classes, days, isReady },
}: {
  number: number
  facts: Facts
}) {
  const today = useToday()
  const [open, setOpen] = useState<string>()
  const [last, setLast] = useState<string>()
  const [isProposing, setProposing] = useState(false)
  const otherCentre = useOtherCentre(course)

  const openDay = useCallback((date: string) => {
    setOpen(date)
    setLast(date)
  }, [])
  // A phone, which has room for a month or two, would begin in January.
  const isWide = useFromMd()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isReady || !year || hasBegun.current) return
    hasBegun.current = true
    if (!isWide) showMonth(today)
  }, [isReady, year, isWide, today])
  // A day pressed before the year was read is answered once it is.
  useEffect(() => {
    if (open === undefined || !isReady || year) return
    setOpen(undefined)
    notice.error(otherCentre || scheduleMessages.unscheduled)
  }, [open, isReady, year, otherCentre])

  return (
    <>
      <div className="year-notes">
        {isReady && year && course?.isDisable && (
          <Alert
            type="info"
            title={t('This course is disabled: its classes can be changed and cancelled, and none is added.')}
          />
        )}
        {isReady && !year && (
          <Alert
            type="info"
            title={
              otherCentre
                ? t(otherCentre)
                : t('No classes are scheduled for {year} yet. Assign a weekday and a time first.', { year: number })
            }
          />
        )}
      </div>
      {/* On a phone what it sums up to takes as many lines as there are dates to replace: no room can be kept for them. */}
      {!isReady && !isWide ? (
        <Waiting className="page-waiting" />
      ) : (
        <>
          <YearSummary
            isWaiting={!isReady}
            year={year}
            centre={course?.centre?.description}
            onJump={jumpToDay}
            onPropose={() => setProposing(true)}
            refused={course?.isDisable === true && disabledReason}
          />
          <YearCalendar year={number} today={today} days={days} onOpen={openDay} />
        </>
      )}
      {year && <ReplacementsDialog open={isProposing} year={year} onClose={() => setProposing(false)} />}
      {planned && (
        <DayDialog
          year={planned}
          day={open === undefined ? undefined : dayIn(days, open)}
          replacement={classes.find(({ replacementDate }) => replacementDate === open)}
          onClose={() => setOpen(undefined)}
          onClosed={() => last && focusDay(last)}
        />
      )}
    </>
  )
}
