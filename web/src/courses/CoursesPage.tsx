import { type CourseCredits, enrolments } from '@academy/contract/attendance/enrolments.ts'
import { type Course, courses } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useState } from 'react'
import { EnrollSeveral } from '../members/index.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { Allowed, ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink, EntryActions } from '../platform/table/rows/EntryActions.tsx'
import { StatusTag } from '../platform/table/StatusTag.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { PlusIcon } from '../ui/first/icons.ts'
import { Tag } from '../ui/first/Tag.tsx'
import './courses.css'

export function CoursesPage() {
  const list = useList(courses.list)
  const { can, inCharge } = useSession()
  const [enrolling, setEnrolling] = useState<Course>()
  return (
    <Page
      title="Course"
      actions={
        <Allowed may={courses.create.may}>
          <ButtonLink to="/course/create" look="primary" icon={<PlusIcon aria-hidden />}>
            {t('Add')}
          </ButtonLink>
        </Allowed>
      }
    >
      <ListFilters list={list} />
      <ListTable
        label="Course"
        list={list}
        columns={columns}
        emptyHint="Add the first course, then plan its year."
        actions={(course) => (
          <EntryActions
            entry={course}
            name={course.name}
            routes={courses}
            path="/course"
            locked={!inCharge(course.centre?._id ?? null) && messages.otherCentre}
            act={
              can(schedule.years.may) && (
                <ButtonLink
                  to="/course/schedule/$id"
                  params={{ id: course._id }}
                  aria-label={t('Schedule of {name}', { name: course.name })}
                >
                  {t('Schedule')}
                </ButtonLink>
              )
            }
          >
            <ReasonButton
              type="text"
              may={enrolments.createSeveral.may}
              reason={reasonNotToEnroll(course, inCharge(course.centre?._id ?? null))}
              onClick={() => setEnrolling(course)}
            >
              {t('Enroll Members')}
            </ReasonButton>
          </EntryActions>
        )}
      />
      {enrolling && <EnrollSeveral course={enrolling} onClose={() => setEnrolling(undefined)} />}
    </Page>
  )
}

const reasonNotToEnroll = ({ isDisable }: Course, isOwn: boolean) =>
  (!isOwn && messages.otherCentre) || (isDisable && 'This course is disabled')

const credits = (key: keyof CourseCredits, title: string): Column<Course> => ({
  key,
  title,
  align: 'right',
  className: 'number',
  render: ({ [key]: credit }) => (credit === null ? '-' : showCredit(credit)),
})

const columns: Column<Course>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ name, thumbnail, pictureDIR, courseType, sport, unlimited }) => (
      <div className="course-name">
        <Avatar name={name} picture={thumbnail ?? pictureDIR} size={28} />
        <div>
          {name} {unlimited && <Tag color="processing">{t('Unlimited')}</Tag>}
          <div className="muted">
            {[courseType?.description, sport?.description].filter((word) => word !== undefined).join(' · ')}
          </div>
        </div>
      </div>
    ),
  },
  { key: 'centre', title: 'Centre', render: ({ centre }) => centre?.description ?? '-' },
  credits('normal', 'Normal'),
  credits('normal2', 'Normal Credit 2'),
  credits('special', 'Special'),
  credits('free', 'Free'),
  { key: 'isDisable', title: 'Status', render: ({ isDisable }) => <StatusTag isDisable={isDisable} /> },
]
