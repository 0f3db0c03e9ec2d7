import { courses } from '@academy/contract/courses/courses.ts'
import { makeIndependentIn, memberDetail } from '../members/members.ts'
import { requireCentres } from '../platform/data/index.ts'
import { apiModule } from '../platform/http/index.ts'
import { courseById, courseList, courseVersion } from './course-list.ts'
import { createCourse, removeCourse, removeCoursePicture, updateCourse } from './course-save.ts'
import { courseForEnrolment } from './courses.ts'

const name = 'A course of this name exists already'

export const courseModule = apiModule(
  courses,
  {
    list: (tx, { query }) => courseList(tx, query),
    get: (tx, { params }) => courseById(tx, params.id),
    create: async (tx, { body, file }) => courseById(tx, await createCourse(tx, body, file)),
    update: async (tx, { params, body, file }) => {
      await updateCourse(tx, params.id, body, file)
      return courseById(tx, params.id)
    },
    remove: async (tx, { params }) => {
      await removeCourse(tx, params.id)
      return { _id: params.id }
    },
    removePicture: async (tx, { params }) => {
      await removeCoursePicture(tx, params.id, params.file)
      return courseById(tx, params.id)
    },
    makeIndependent: async (tx, { params }) => {
      const { name, centre } = await courseForEnrolment(tx, params.id)
      requireCentres(tx, `mark a student of ${name} as independent`, centre)
      await makeIndependentIn(tx, params.id, params.child)
      return memberDetail(tx, params.child)
    },
  },
  {
    course_unique_name: { path: 'name', message: name },
    course_year_course_fkey: 'The course is still in use by its schedule',
    class_course_fkey: 'The course is still in use by its classes',
    enrolment_course_fkey: 'The course is still in use by enrolments',
    attendance_course_fkey: 'The course is still in use by attendance records',
    coach_rate_course_fkey: 'The course is still in use by Coach Rates',
    newcomer_course_fkey: 'The course is still in use by newcomers, who wait for the desk',
  },
  (tx, { id = '' }) => courseVersion(tx, id),
)
