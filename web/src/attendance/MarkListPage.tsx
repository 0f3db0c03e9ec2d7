import { weekdays } from '@academy/contract/courses/calendar.ts'
import { type ClassSession, type ScheduledYear, schedule } from '@academy/contract/courses/schedule.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { showTime } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useCall } from '../platform/client/query.ts'
import { useTimeNow, useToday } from '../platform/client/today.ts'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { registerServiceWorker } from '../platform/offline/service-worker.ts'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ClassCard } from './ClassCard.tsx'
import { coachesOf } from './class-summary.ts'
import { useEarlierClasses } from './earlier-classes.ts'
import { Marking } from './marking/Marking.tsx'
import { MarkingModal } from './marking/MarkingModal.tsx'
import { isOn } from './marking/marking.ts'
import { PhoneList } from './offline/PhoneList.tsx'
import { ReadError } from './offline/ReadError.tsx'
import { type KeptRoster, useKeptRosters } from './offline/ready/kept-rosters.ts'
import { useReplacedClasses } from './offline/reassign.ts'
import { useClassToMark, useOpenClass } from './open-class.ts'
import { isOwn, todayInput, useOwnCoach } from './own-classes.ts'
import './attendance.css'

const firstYear = 2024
const yearCount = 10
const years = Array.from({ length: yearCount }, (_, n) => firstYear + n)

const linkToClasses = ({ course, year }: ScheduledYear) =>
  ({ to: '/markAttendance/class', search: { id: course._id, year } as never }) as const

/** When a course is by now: as its next classes are, and by the year's plan once the last is over. */
const planOf = (row: ScheduledYear) => row.next ?? row

/** Opens on the coach's own class; today's classes, earlier ones that nobody marked and the year's courses follow. */
export function MarkListPage() {
  const today = useToday()
  const thisYear = Number(today.slice(0, 4))
  const [chosen, setYear] = useState<number>()
  const year = chosen ?? thisYear
  const coach = useOwnCoach()
  const { courses, month } = useAddress()
  const changeAddress = useChangeAddress()
  const instructor = courses === 'all' ? undefined : coach
  const list = useList(schedule.years, {
    query: { year, courseIsDisable: false, instructor },
    status: false,
    offline: true,
  })
  // The courses would be pushed down by the classes that come after them.
  const { isPending } = useCall(schedule.classes, todayInput(today), { offline: true })
  const earlier = useEarlierClasses(month)
  const names = (people: { name: string }[]) => people.map(({ name }) => name).join(', ') || '-'
  useEffect(registerServiceWorker, [])
  return (
    <Page title="Mark Attendance">
      <PhoneList />
      <TodayClasses />
      {isPending || earlier.isComing ? (
        <Waiting key={isPending ? 'today' : 'earlier'} className="page-waiting" size="large" />
      ) : (
        <>
          <EarlierClasses {...earlier} />
          <h2>{t('Courses')}</h2>
          {coach && (
            <RadioGroup
              aria-label={t('Courses')}
              className="whose-courses"
              buttons
              value={instructor ? 'mine' : 'all'}
              onChange={(whose) => changeAddress({ courses: whose === 'all' ? whose : undefined, page: undefined })}
              options={[
                { value: 'mine', label: t('My Courses') },
                { value: 'all', label: t('All Courses') },
              ]}
            />
          )}
          <ListFilters list={list} placeholder="Search course">
            <Select
              aria-label={t('Year')}
              value={year}
              onChange={(next) => {
                setYear(next)
                void list.change({ page: 1 })
              }}
              options={years.map((value) => ({ value, label: String(value) }))}
            />
          </ListFilters>
          <ListTable
            label="Courses"
            list={list}
            emptyHint={
              instructor
                ? 'You teach no course of this year. All Courses shows the others.'
                : 'A course appears here once its classes are assigned.'
            }
            columns={[
              {
                key: 'course',
                title: 'Course',
                // On a phone the actions column is off screen, the name is not.
                render: (row) => <Link {...linkToClasses(row)}>{row.course.name}</Link>,
              },
              { key: 'day', title: 'Training Day', render: (row) => t(weekdays[planOf(row).day] ?? '') },
              { key: 'duration', title: 'Time', render: (row) => planOf(row).duration },
              { key: 'mainInstructor', title: 'Main Instructor', render: (row) => names(planOf(row).mainInstructor) },
              { key: 'totalClass', title: 'Total Class', align: 'right', phone: 'none' },
            ]}
            actions={(row) => <ButtonLink {...linkToClasses(row)}>{t('Mark Attendance')}</ButtonLink>}
          />
        </>
      )}
    </Page>
  )
}

/** A coach's own classes first; without a coach, or where they are all the same, one group without a title. */
function groupsOf(sessions: readonly ClassSession[], coach: string | undefined) {
  const { own = [], others = [] } = Object.groupBy(sessions, (session) => (isOwn(session, coach) ? 'own' : 'others'))
  if (own.length === 0 || others.length === 0) return [['', sessions] as const]
  return [['Your classes', own] as const, ['Other classes', others] as const]
}

const keptText = (kept: readonly KeptRoster[]) =>
  t('{n} of your classes today can be marked without signal; read at {time}.', {
    n: kept.length,
    time: showTime(Math.min(...kept.map(({ at }) => at))),
  })

function TodayClasses() {
  const today = useToday()
  const { data, error } = useCall(schedule.classes, todayInput(today), { offline: true })
  const kept = useKeptRosters()
  const coach = useOwnCoach()
  const hasOwn = coach && data?.items.some((session) => isOwn(session, coach))
  useReplacedClasses(data?.items)
  const now = useTimeNow()
  const [marking, setMarking] = useState<string>()
  const open = useOpenClass(data?.items ?? [], marking)
  const first = useClassToMark(data?.items ?? [], now)
  return (
    <>
      {first && !open && (
        <section aria-label={t('On now')} className="on-now">
          <h2>
            {t(isOn(first.duration, now) ? 'On now' : first.isAttendanceTaken ? 'Marked' : 'Not marked yet')}:{' '}
            {first.course.name} <span className="quiet">{first.duration}</span>
          </h2>
          <p className="quiet">{coachesOf(first)}</p>
          <Marking key={first._id} session={first} />
        </section>
      )}
      <section aria-label={t('Today Class')}>
        <h2>{t('Today Class')}</h2>
        {!data && error && (
          <ReadError error={error} offline="Today’s classes were not read on this device yet; it needs signal." />
        )}
        {data?.items.length === 0 && <p className="quiet">{t('Today No Class')}</p>}
        <ClassCards sessions={data?.items ?? []} now={now} onMark={setMarking} />
        {hasOwn && <p className="quiet kept-note">{kept.length > 0 && keptText(kept)}</p>}
        {open && <MarkingModal session={open} onClose={() => setMarking(undefined)} />}
      </section>
    </>
  )
}

/** The classes of earlier days that nobody marked, also those that were somebody else's; not there without signal. */
function EarlierClasses(earlier: ReturnType<typeof useEarlierClasses>) {
  const { sessions, shown, more, showMore, noteMarked, total, error } = earlier
  const [marking, setMarking] = useState<string>()
  const open = useOpenClass(sessions, marking)
  const isLedHere = useRouterState({ select: ({ location }) => location.hash === 'earlier' })
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isLedHere) place.current?.scrollIntoView()
  }, [isLedHere])
  return (
    <>
      {(error || sessions.length > 0) && (
        <section ref={place} aria-label={t('Earlier, not marked')} className="earlier-classes">
          <h2>
            {t('Earlier, not marked')} {total > 0 && <Tag color="warning">{total}</Tag>}
          </h2>
          {error && <ReadError error={error} offline="The classes of earlier days were not read; that needs signal." />}
          <ClassCards sessions={shown} onMark={setMarking} />
          {sessions.length > shown.length && (
            <Button className="more-classes" onClick={showMore}>
              {t('{n} more', { n: more })}
            </Button>
          )}
        </section>
      )}
      {open && <MarkingModal session={open} onMarked={() => noteMarked(open)} onClose={() => setMarking(undefined)} />}
    </>
  )
}

interface CardsProps {
  sessions: readonly ClassSession[]
  /** The time of day, where they are today's. */
  now?: string
  onMark: (session: string) => void
}

const ClassCards = ({ sessions, now, onMark }: CardsProps) =>
  groupsOf(sessions, useOwnCoach()).map(([title, group]) => (
    <Fragment key={title}>
      {title && <h3>{t(title)}</h3>}
      <ul className="class-cards">
        {group.map((session) => (
          <li key={session._id}>
            <ClassCard
              session={session}
              title={session.course.name}
              isOn={now !== undefined && isOn(session.duration, now)}
            >
              <Button
                type={session.isAttendanceTaken ? 'default' : 'primary'}
                block
                onClick={() => onMark(session._id)}
              >
                {t(session.isAttendanceTaken ? 'View Attendance' : 'Mark Attendance')}
              </Button>
            </ClassCard>
          </li>
        ))}
      </ul>
    </Fragment>
  ))
