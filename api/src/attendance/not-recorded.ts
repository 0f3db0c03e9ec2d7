import type { NotRecorded } from '@academy/contract/attendance/attendance.ts'
import type { ClassOfCourse } from '../courses/courses.ts'
import type { Tx } from '../kit/tx.ts'
import type { ShownTables } from './tables.ts'

const then = 'then add the attendance to the class'

interface Known {
  name: string
  isDeleted: boolean
  isDisable: boolean
  /** Was in the course once. */
  wasEnrolled: boolean
}

function whyNot(known: Known | undefined, course: string): Pick<NotRecorded, 'reason' | 'advice'> {
  if (!known || known.isDeleted)
    return {
      reason: 'The member was deleted',
      advice: `If that was a mistake, register the member again and enroll them in ${course}, ${then}.`,
    }
  if (known.isDisable) return { reason: 'The member is disabled', advice: `Enable ${known.name}, ${then}.` }
  return known.wasEnrolled
    ? { reason: `The enrollment in ${course} has ended`, advice: `Enroll ${known.name} in ${course} again, ${then}.` }
    : { reason: `Not enrolled in ${course}`, advice: `Enroll ${known.name} in ${course}, ${then}.` }
}

/** Of members who cannot be put on the roll of a class: why, and what to do. In the order given. */
export async function whyNotRecorded(tx: Tx, session: ClassOfCourse, members: string[]): Promise<NotRecorded[]> {
  if (members.length === 0) return []
  const rows = await tx
    .read<ShownTables>()
    .selectFrom('member')
    .select(['id', 'name', 'isDeleted', 'isDisable'])
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('enrolment')
            .select('enrolment.id')
            .whereRef('enrolment.member', '=', 'member.id')
            .where('enrolment.course', '=', session.course),
        )
        .as('wasEnrolled'),
    )
    .where('id', 'in', members)
    .execute()
  const known = new Map(rows.map(({ id, wasEnrolled, ...row }) => [id, { ...row, wasEnrolled: Boolean(wasEnrolled) }]))
  return members.map((member) => {
    const who = known.get(member)
    return { member, name: who && !who.isDeleted ? who.name : null, ...whyNot(who, session.courseName) }
  })
}
