import { enrolments, memberClasses } from '@academy/contract/attendance/enrolments.ts'
import { sql } from 'kysely'
import { courseForEnrolment } from '../../courses/courses.ts'
import { checkMember } from '../../members/members.ts'
import { apiModule, oneByOne, rowVersion, stepwise } from '../../platform/http/index.ts'
import {
  countTrials,
  enrol,
  enrolledCourses,
  enrolmentConflicts,
  openCourse,
  removeEnrolment,
  updateEnrolment,
} from './enrolments.ts'
import { getEnrolment, listEnrolments, studentsOf } from './list.ts'

export const enrolmentsModule = apiModule(
  enrolments,
  {
    list: (tx, { query }) => listEnrolments(tx, query),
    get: (tx, { params }) => getEnrolment(tx, params.id),
    create: async (tx, { body }) => getEnrolment(tx, await enrol(tx, body)),
    createSeveral: stepwise(async (transact, { body: { members, ...alike } }, portal, by) => {
      await transact((tx) => openCourse(tx, alike.course))
      const { done, failed } = await oneByOne(portal, by, enrolmentConflicts, members, (member) =>
        transact(async (tx) => getEnrolment(tx, await enrol(tx, { ...alike, member }))),
      )
      return { enrolled: done, failed }
    }),
    update: async (tx, { params, body }) => {
      await updateEnrolment(tx, params.id, body)
      return getEnrolment(tx, params.id)
    },
    remove: async (tx, { params }) => {
      await removeEnrolment(tx, params.id)
      return { _id: params.id }
    },
    countTrial: async (tx, { params }) => {
      await checkMember(tx, params.member)
      await courseForEnrolment(tx, params.course)
      return { count: await countTrials(tx, params.member, params.course) }
    },
    excludedCourses: async (tx, { params }) => {
      await checkMember(tx, params.member)
      return { items: await enrolledCourses(tx, params.member) }
    },
    students: (tx, { params }) => studentsOf(tx, params.class),
  },
  enrolmentConflicts,
  rowVersion('enrolment'),
)

export const memberClassesModule = apiModule(
  memberClasses,
  {
    listAll: (tx, { query }) => listEnrolments(tx, query),
    list: (tx, { params, query }) => listEnrolments(tx, query, params.id),
    get: (tx, { params }) => getEnrolment(tx, params.cid, params.id),
    create: async (tx, { params, body }) => getEnrolment(tx, await enrol(tx, { ...body, member: params.id })),
    update: async (tx, { params, body }) => {
      await updateEnrolment(tx, params.cid, body, params.id)
      return getEnrolment(tx, params.cid)
    },
    remove: async (tx, { params }) => {
      await removeEnrolment(tx, params.cid, params.id)
      return { _id: params.cid }
    },
  },
  enrolmentConflicts,
  async (tx, { id, cid = '' }) => {
    const [row] = await tx.query<{ version: string }>(
      sql`select row_version as version from enrolment where id = ${cid} and member = ${id}`,
    )
    return row?.version
  },
)
