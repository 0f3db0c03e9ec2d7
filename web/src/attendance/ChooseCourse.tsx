import { schedule } from '@academy/contract/courses/schedule.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { Page } from '../platform/shell/Page.tsx'
import { ReadError } from './offline/ReadError.tsx'

const all = 1000

/** The class page without a course in its address: choose one of the year's courses. */
export function ChooseCourse({ year: asked }: { year: number }) {
  const thisYear = Number(useToday().slice(0, 4))
  const year = asked || thisYear
  const { data, error } = useCall(
    schedule.years,
    { query: { year, courseIsDisable: false, limit: all, sort: '+course' } },
    { offline: true },
  )
  return (
    <Page title="Mark Attendance" subtitle={`${year}`} back="/markAttendance/listing">
      <p>{t('No course was chosen. Choose the course whose classes you want to mark.')}</p>
      {data?.items.length === 0 && <p className="quiet">{t('No course has classes in {year}.', { year })}</p>}
      {!data && error && (
        <ReadError error={error} offline="The courses were not read on this device yet; it needs signal." />
      )}
      <ul className="choose-class">
        {data?.items.map(({ _id, course }) => (
          <li key={_id}>
            <Link to="/markAttendance/class" search={{ id: course._id, year } as never}>
              {course.name}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
