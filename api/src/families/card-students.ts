/** Who trains on the wallet of a family, and their classes of today. */
import type { FamilyClass, FamilyStudent } from '@academy/contract/families/card.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../platform/data/index.ts'
import { thumbnailLink } from '../platform/files/index.ts'

interface StudentRow extends Omit<FamilyStudent, '_id' | 'thumbnail' | 'belt' | 'classes'> {
  id: string
  picture: string | null
  belt: { _id: string; beltColor: string } | null
}

/** The main member first, then the children by age, those disabled last. */
export async function studentsOf(tx: Tx, main: string): Promise<FamilyStudent[]> {
  const rows = await tx.query<StudentRow>(sql`
    select member.id, member.name, member.ch_name, member.picture, member.dob, member.is_disable,
      case when belt.id is not null then json_build_object('_id', belt.id, 'beltColor', belt.belt_color) end as belt,
      (select coalesce(json_agg(json_build_object('_id', course.id, 'name', course.name) order by lower(course.name), course.id), '[]')
        from enrolment join course on course.id = enrolment.course
        where enrolment.member = member.id and not enrolment.is_disable) as courses
    from (select ${main}::uuid as id union select child from member_parent where parent = ${main}) as family
    join member on member.id = family.id left join belt on belt.id = member.belt
    where not member.is_deleted and (member.id <> ${main} and not member.is_independent
      or member.id = ${main} and (member.kind <> 'parent'
        or exists (select from enrolment where enrolment.member = member.id and not enrolment.is_disable)))
    order by member.id <> ${main}, member.is_disable, member.dob nulls last, lower(member.name), member.id`)
  const classes = await classesToday(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, picture, ...row }) => ({
    _id: id,
    ...row,
    thumbnail: thumbnailLink(tx, picture),
    classes: classes.get(id) ?? [],
  }))
}

interface ClassRow extends Omit<FamilyClass, '_id'> {
  id: string
  student: string
}

/** A member with its wallet, as a payer. */
const paying = (column: string) => sql`(
  select json_build_object('_id', payer.id, 'name', payer.name, 'wallet', wallet.balance)
  from member payer join wallet on wallet.member = payer.id where payer.id = ${sql.ref(column)})`

/** By member: the classes they are enrolled in, and those in which they were marked all the same. */
async function classesToday(tx: Tx, members: readonly string[]): Promise<Map<string, FamilyClass[]>> {
  if (members.length === 0) return new Map()
  const seesMarks = tx.by.can('attendance.view')
  const rows = await tx.query<ClassRow>(sql`
    with held as (
      select enrolment.member, class.id as class
      from enrolment join member on member.id = enrolment.member join class on class.course = enrolment.course
        join course on course.id = class.course
      where enrolment.member = any(${members}::uuid[]) and class.date = ${tx.today}::date
        and not enrolment.is_disable and not member.is_disable and not course.is_disable
      union
      select attendance.member, attendance.class from attendance
      where attendance.member = any(${members}::uuid[]) and attendance.class_date = ${tx.today}::date and ${seesMarks}
    )
    select held.member as student, class.id, course.id as "course.id", course.name as "course.name",
      centre.description as venue, class.date,
      to_char(class.starts, 'HH24:MI') || ' - ' || to_char(class.ends, 'HH24:MI') as duration,
      array(
        select coach.name from class_instructor join coach on coach.id = class_instructor.coach
        where class_instructor.class = class.id order by not class_instructor.is_main, class_instructor.position
      ) as coaches,
      case when enrolment.id is not null then json_build_object('_id', enrolment.id, 'creditType', enrolment.credit_type,
        'credit', enrolment.credit, 'payer', ${paying('enrolment.wallet_member')}) end as enrolment,
      case when attendance.id is not null and ${seesMarks} then json_build_object('_id', attendance.id,
        'status', attendance.status, 'outStanding', attendance.outstanding,
        'creditMinus', case when attendance.status = 'P' then attendance.credit_minus else 0 end,
        'walletMember', ${paying('attendance.wallet_member')}) end as mark
    from held
    join class on class.id = held.class join course on course.id = class.course
    left join centre on centre.id = course.centre
    left join enrolment on enrolment.member = held.member and enrolment.course = class.course and not enrolment.is_disable
    left join attendance on attendance.class = class.id and attendance.member = held.member
    where ${inCallersCentres(tx, 'course.centre')}
    order by class.starts, lower(course.name), class.id`)
  const byMember = new Map<string, FamilyClass[]>()
  for (const { student, id, ...row } of rows)
    byMember.set(student, [...(byMember.get(student) ?? []), { _id: id, ...row }])
  return byMember
}
