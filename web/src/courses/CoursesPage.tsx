import { type Course, courses } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { CalendarOutlined, PlusOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { showCredit } from '../kit/days.ts'
import { ButtonLink, EntryActions } from '../kit/EntryActions.tsx'
import { Face } from '../kit/Face.tsx'
import { Allowed } from '../kit/Guard.tsx'
import { ListFilters } from '../kit/ListFilters.tsx'
import { useList } from '../kit/list.ts'
import { Page } from '../kit/Page.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'
import { type Column, ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'
import './courses.css'

export function CoursesPage() {
  const list = useList(courses.list)
  return (
    <Page
      title="Course"
      actions={
        <Allowed may={courses.create.may}>
          <ButtonLink to="/course/create" look="primary" icon={<PlusOutlined aria-hidden />}>
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
        emptyHint="Add the first course with the button above, then plan its year."
        actions={(course) => (
          <>
            <Allowed may={schedule.years.may}>
              <ButtonLink
                to="/course/schedule/$id"
                params={{ id: course._id }}
                look="link"
                icon={<CalendarOutlined aria-hidden />}
                aria-label={t('Schedule of {name}', { name: course.name })}
              >
                {t('Schedule')}
              </ButtonLink>
            </Allowed>
            <EntryActions entry={course} name={course.name} routes={courses} path="/course" />
          </>
        )}
      />
    </Page>
  )
}

type Credits = 'normal' | 'normal2' | 'special' | 'free'

const credits = (key: Credits, title: string): Column<Course> => ({
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
        <Face name={name} picture={thumbnail ?? pictureDIR} />
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
