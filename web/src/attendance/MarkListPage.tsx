import { schedule, weekdays } from '@academy/contract/courses/schedule.ts'
import { Link } from '@tanstack/react-router'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { today } from '../kit/config.ts'
import { ListFilters } from '../kit/ListFilters.tsx'
import { useList } from '../kit/list.ts'
import { Page } from '../kit/Page.tsx'
import { useCall } from '../kit/query.ts'
import { ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'
import { ClassCard } from './ClassCard.tsx'
import { MarkingModal } from './MarkingModal.tsx'
import './attendance.css'

const firstYear = 2024
const yearCount = 10
const years = Array.from({ length: yearCount }, (_, n) => firstYear + n)

/** Courses of a year to mark, and today's classes at the top for whoever stands at the mat. */
export function MarkListPage() {
  const [year, setYear] = useState(Number(today().slice(0, 4)))
  const list = useList(schedule.years, { query: { year, courseIsDisable: false }, status: false })
  const names = (people: { name: string }[]) => people.map(({ name }) => name).join(', ') || '-'
  return (
    <Page title="Mark Attendance">
      <TodayClasses />
      <h2>{t('Courses')}</h2>
      <ListFilters list={list} placeholder="Search course">
        <Select
          aria-label={t('Year')}
          value={year}
          onChange={setYear}
          options={years.map((value) => ({ value, label: String(value) }))}
        />
      </ListFilters>
      <ListTable
        label="Courses"
        list={list}
        emptyHint="A course appears here once its classes of the year are assigned."
        columns={[
          { key: 'course', title: 'Course', sort: true, render: (row) => row.course.name },
          { key: 'day', title: 'Training Day', sort: true, render: (row) => t(weekdays[row.day] ?? '') },
          { key: 'duration', title: 'Time', sort: true },
          { key: 'mainInstructor', title: 'Main Instructor', render: (row) => names(row.mainInstructor) },
          { key: 'totalClass', title: 'Total Class', align: 'right' },
        ]}
        actions={(row) => (
          <Link to="/markAttendance/class" search={{ id: row.course._id, year: row.year } as never}>
            {t('Mark Attendance')}
          </Link>
        )}
      />
    </Page>
  )
}

function TodayClasses() {
  const { data } = useCall(schedule.classes, { query: { date: today(), sort: '+duration' } })
  const [marking, setMarking] = useState<string>()
  const open = data?.items.find(({ _id }) => _id === marking)
  return (
    <section aria-label={t('Today Class')}>
      <h2>{t('Today Class')}</h2>
      {data?.items.length === 0 && <p className="quiet">{t('Today No Class')}</p>}
      <ul className="class-cards">
        {data?.items.map((session) => (
          <li key={session._id}>
            <ClassCard session={session} title={session.course.name}>
              <Button type="primary" block onClick={() => setMarking(session._id)}>
                {t(session.isAttendanceTaken ? 'View Attendance' : 'Mark Attendance')}
              </Button>
            </ClassCard>
          </li>
        ))}
      </ul>
      {open && <MarkingModal session={open} onClose={() => setMarking(undefined)} />}
    </section>
  )
}
