import { trialTypes } from '@academy/contract/attendance/enrolments.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import {
  type Registered,
  registeredClassReport,
  registeredClassReportRoutes,
  registeredMembers,
} from '@academy/contract/reports/registered-class-report.ts'
import { type RawBuilder, sql } from 'kysely'
import { businessDayOf, inCallersCentres, likePattern, type Tx } from '../../platform/data/index.ts'
import { apiModule, type Call, found } from '../../platform/http/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { courseInstructors, entryAs, memberAs } from '../people.ts'
import { filteredBy, foundBy } from '../scope.ts'

type Filters = FiltersOf<typeof registeredClassReportRoutes>
type Row = RowOf<typeof registeredClassReport>

/** Courses with their current enrolments; a disabled course counts as long as it has some. */
const matching = (tx: Tx, { centre, sport, searchText }: Filters) => sql`
  from course left join (
    select enrolment.course, count(*) as registered,
      count(*) filter (where enrolment.credit_type = any(${trialTypes}::text[])) as trial
    from enrolment where not enrolment.is_disable group by enrolment.course) counted on counted.course = course.id
  where (not course.is_disable or counted.registered > 0) and ${filteredBy('course.centre', centre)}
    and ${filteredBy('course.sport', sport)} and ${inCallersCentres(tx, 'course.centre')}
    and ${tidy(searchText ?? '') ? sql`course.name ilike ${likePattern(searchText ?? '')}` : sql`true`}`

/** Enrolments as the report shows them. `matching` is what follows `where`, `tail` the order and the page. */
const registered = (enrolments: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql<
  Omit<Registered, '_id'> & { id: string; course: string }
>`
  select enrolment.id, enrolment.course, ${memberAs('member')} as member, member.tm_no,
    ${entryAs('belt', 'belt_color', 'beltColor')} as belt, ${entryAs('coach', 'name', 'name')} as coach_incharge,
    enrolment.credit_type, enrolment.credit, enrolment.remark, ${businessDayOf('enrolment.created_at')} as registered_on,
    json_build_object('_id', payer.id, 'name', payer.name, 'chName', payer.ch_name, 'wallet', wallet.balance)
      as wallet_member
  from enrolment join member on member.id = enrolment.member
  join member payer on payer.id = enrolment.wallet_member join wallet on wallet.member = enrolment.wallet_member
  left join belt on belt.id = member.belt left join coach on coach.id = member.coach_incharge
  where not enrolment.is_disable and ${enrolments} ${tail}`

const onWire = ({ id, course: _, ...rest }: Omit<Registered, '_id'> & { id: string; course: string }): Registered => ({
  _id: id,
  ...rest,
})

const byName = sql`order by enrolment.course, lower(member.name), enrolment.id`

/** The number of members enrolled in each class now, by name; files list the members too. */
export const registeredClassReportModule = reportModule(registeredClassReport, registeredClassReportRoutes, {
  rows: (tx, filters: Filters, page) => sql<Row>`
    select listed.id, ${entryAs('course', 'name', 'name')} as course, course.name as class_name,
      ${entryAs('centre', 'description', 'description')} as centre,
      ${entryAs('sport', 'description', 'description')} as sport,
      ${courseInstructors(tx.today)} as main_instructor,
      listed.registered as total_registered, listed.trial as total_trial
    from (select course.id, lower(course.name) as name, coalesce(counted.registered, 0)::float8 as registered,
        coalesce(counted.trial, 0)::float8 as trial
      ${matching(tx, filters)} order by lower(course.name), course.id ${page}) listed
    join course on course.id = listed.id
    left join centre on centre.id = course.centre left join sport on sport.id = course.sport
    order by listed.name, course.id`,
  totals: (tx, filters) => sql<Totals>`
    with requested as (select course.id, counted.registered, counted.trial ${matching(tx, filters)})
    select count(*)::int as total, coalesce(sum(registered), 0)::float8 as total_registered,
      coalesce(sum(trial), 0)::float8 as total_trial,
      (select count(distinct enrolment.member)::int from enrolment
        where not enrolment.is_disable and enrolment.course in (select id from requested)) as total_members
    from requested`,
  async detailedInFiles(tx, _, rows: Row[]) {
    const enrolled = await tx.query(
      registered(sql`enrolment.course = any(${rows.map(({ id }) => id)}::uuid[])`, byName),
    )
    const byCourse = Map.groupBy(enrolled, ({ course }) => course)
    return rows.map((row) => ({ ...row, members: (byCourse.get(row.id) ?? []).map(onWire) }))
  },
})

type Page = Call<typeof registeredMembers.members>['query']

/** 404 for a course that is unknown or another centre's. */
async function members(tx: Tx, course: string, { offset, limit, searchText }: Page) {
  const [known] = await tx.query<{ name: string }>(
    sql`select course.name from course where course.id = ${course} and ${inCallersCentres(tx, 'course.centre')}`,
  )
  const { name } = found(known, 'Course')
  const text = foundBy(tx, searchText)
  const rows = await tx.query(
    registered(sql`enrolment.course = ${course} and ${text}`, sql`${byName} offset ${offset} limit ${limit}`),
  )
  const [counted] = await tx.query<{ total: number }>(sql`
    select count(*)::int as total from enrolment join member on member.id = enrolment.member
    where not enrolment.is_disable and enrolment.course = ${course} and ${text}`)
  return { items: rows.map(onWire), total: counted?.total ?? 0, course: { _id: course, name } }
}

export const registeredMembersModule = apiModule(registeredMembers, {
  members: (tx, { params, query }) => members(tx, params.course, query),
})
