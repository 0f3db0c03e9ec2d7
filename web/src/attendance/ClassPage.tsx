import { months } from '@academy/contract/courses/calendar.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import { type ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { registerServiceWorker } from '../platform/offline/service-worker.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { Tabs } from '../ui/first/Tabs.tsx'
import { ChooseCourse } from './ChooseCourse.tsx'
import { ClassCard } from './ClassCard.tsx'
import { nearestFirst } from './class-summary.ts'
import { GoneClass } from './marking/GoneClass.tsx'
import { MarkingModal } from './marking/MarkingModal.tsx'
import { PhoneList } from './offline/PhoneList.tsx'
import { ReadError } from './offline/ReadError.tsx'
import { useReplacedClasses } from './offline/reassign.ts'
import { useOpenClass } from './open-class.ts'
import './attendance.css'

const searchSchema = z.object({
  id: z.string().catch(''),
  year: z.coerce.number().int().catch(0),
  month: z.coerce.number().int().min(1).max(12).optional().catch(undefined),
  /** The class whose marking form is open. */
  class: z.string().optional().catch(undefined),
})

const wholeYear = 1000

const noClass = (sessions: readonly ClassSession[]) =>
  sessions.length > 0
    ? 'No class in {month} {year}.'
    : 'No classes are scheduled for {year} yet. They appear here once the course is scheduled.'

/** A course's classes of a year by month, today's first; without a course it asks for one. */
export function ClassPage() {
  const search = searchSchema.parse(useRouterState({ select: ({ location }) => location.search }))
  return search.id ? <ClassesOfCourse search={search} /> : <ChooseCourse year={search.year} />
}

function ClassesOfCourse({ search }: { search: z.output<typeof searchSchema> }) {
  const today = useToday()
  const year = search.year || Number(today.slice(0, 4))
  const navigate = useNavigate()
  const { data: course, error: unnamed } = useCall(courses.get, { params: { id: search.id } }, { offline: true })
  const { data, error } = useCall(
    schedule.classes,
    { query: { course: search.id, year, limit: wholeYear, sort: '+date' } },
    { offline: true },
  )
  useEffect(registerServiceWorker, [])
  // Together: the months stand below today's classes.
  const isRead = Boolean((data || error) && (course || unnamed))
  const sessions = data?.items ?? []
  const month = search.month ?? Number((today.startsWith(String(year)) ? today : `${year}-01`).slice(5, 7))
  const ofMonth = sessions.filter(({ date }) => date.startsWith(`${year}-${String(month).padStart(2, '0')}`))
  const shown = nearestFirst(ofMonth, today)
  const todays = sessions.filter(({ date }) => date === today)
  const open = useOpenClass(sessions, search.class)

  const change = (part: Partial<z.output<typeof searchSchema>>) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...part })) as never,
      replace: true,
      resetScroll: false,
    })
  useReplacedClasses(data?.items, (before, now) => search.class === before && change({ class: now }))

  const cards = (items: ClassSession[]) => (
    <ul className="class-cards">
      {items.map((session) => (
        <li key={session._id}>
          <ClassCard
            session={session}
            title={t('Class of {day} {month}', {
              day: Number(session.date.slice(8)),
              month: months[Number(session.date.slice(5, 7)) - 1] ?? '',
            })}
          >
            <MarkButton session={session} onOpen={() => change({ class: session._id })} />
          </ClassCard>
        </li>
      ))}
    </ul>
  )
  return (
    <Page
      title={course?.name ?? 'Mark Attendance'}
      subtitle={`Mark Attendance · ${year}`}
      back="/markAttendance/listing"
    >
      <PhoneList />
      {!data && error && (
        <ReadError error={error} offline="These classes were not opened on this device before; they need signal." />
      )}
      {isRead && year === Number(today.slice(0, 4)) && (
        <section aria-label={t('Today Class')}>
          <h2>{t('Today Class')}</h2>
          {data && todays.length === 0 && <p className="quiet">{t('Today No Class')}</p>}
          {cards(todays)}
        </section>
      )}
      {!isRead && <Waiting className="page-waiting" />}
      {isRead && (
        <Tabs
          className="month-tabs"
          activeKey={String(month)}
          onChange={(key) => change({ month: Number(key) })}
          items={months.map((name, index) => ({
            key: String(index + 1),
            label: t(name),
            children:
              index + 1 !== month
                ? null
                : shown.length > 0
                  ? cards(shown)
                  : data && <p className="quiet">{t(noClass(sessions), { month: name, year })}</p>,
          }))}
        />
      )}
      {data && search.class && !open && (
        <GoneClass id={search.class} sessions={data.items} onClose={() => change({ class: undefined })} />
      )}
      {open && <MarkingModal session={open} onClose={() => change({ class: undefined })} />}
    </Page>
  )
}

function MarkButton({ session, onOpen }: { session: ClassSession; onOpen: () => void }) {
  const today = useToday()
  return (
    <ReasonButton
      type={session.isAttendanceTaken ? 'default' : 'primary'}
      block
      reason={session.date > today && 'A class in the future cannot be marked.'}
      onClick={onOpen}
    >
      {t(session.isAttendanceTaken ? 'View Attendance' : 'Mark Attendance')}
    </ReasonButton>
  )
}
