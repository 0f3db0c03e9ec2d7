import { schedulePreview } from '@academy/contract/courses/preview.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { apiModule, type Conflicts, stepwise } from '../../platform/http/index.ts'
import { classById, classesById, classList } from '../class-list.ts'
import { classOf, classVersion } from '../courses.ts'
import { cancelClass, replaceAll, replaceClass, updateClass } from './class-changes.ts'
import { dryRun } from './dry-run.ts'
import { addDates } from './extra-dates.ts'
import { affectedByHolidays, resolveHolidayClasses } from './holiday-moves.ts'
import { proposalsOf } from './proposals.ts'
import { assign, batchUpdate, reassign, updateYear } from './year-changes.ts'
import { yearById, yearList } from './year-list.ts'

const conflicts: Conflicts = {
  course_year_course_year_key: 'The course is scheduled for that year already. Use Batch Update or Reassign.',
  class_course_date_starts_key: { path: 'date', message: 'The course has a class at that date and time already' },
}

export const scheduleModule = apiModule(
  schedule,
  {
    years: (tx, { query }) => yearList(tx, query),
    assign: async (tx, { body }) => yearById(tx, await assign(tx, body)),
    updateYear: async (tx, { params, body }) => {
      await updateYear(tx, params.id, body)
      return yearById(tx, params.id)
    },
    reassign: async (tx, { params, body }) => {
      await reassign(tx, params.id, params.course, body)
      return yearById(tx, params.id)
    },
    addDates: async (tx, { params, body }) => {
      const items = await addDates(tx, params.course, body)
      return { items, total: items.length }
    },
    batchUpdate: async (tx, { body }) => yearById(tx, await batchUpdate(tx, body)),
    classes: (tx, { query }) => classList(tx, query),
    get: async (tx, { params }) => {
      await classOf(tx, params.id)
      return classById(tx, params.id)
    },
    replace: async (tx, { body }) => classById(tx, await replaceClass(tx, body)),
    updateClass: async (tx, { params, body }) => {
      await updateClass(tx, params.id, body)
      return classById(tx, params.id)
    },
    cancelClass: async (tx, { params }) => {
      await cancelClass(tx, params.id)
      return { _id: params.id }
    },
  },
  conflicts,
  (tx, { id = '' }) => classVersion(tx, id),
)

export const schedulePreviewModule = apiModule(
  schedulePreview,
  {
    dryRun: stepwise((transact, { body }) => dryRun(transact, body)),
    proposals: async (tx, { params }) => ({ items: await proposalsOf(tx, params.id) }),
    replaceAll: async (tx, { body }) => {
      const items = await classesById(tx, await replaceAll(tx, body))
      return { items, total: items.length }
    },
    holidayTouch: (tx, { params, body }) => affectedByHolidays(tx, Number(params.year), body.holiday),
    mendHolidays: (tx, { params, body }) => resolveHolidayClasses(tx, Number(params.year), body),
  },
  conflicts,
)
