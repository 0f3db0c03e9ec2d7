import type { Mark, NotRecorded } from '@academy/contract/attendance/attendance.ts'
import type { ClassOfCourse } from '../courses/courses.ts'
import type { Tx } from '../platform/data/index.ts'
import { HttpError } from '../platform/http/index.ts'
import type { PathOf } from './mark-context.ts'

const then = 'then add the attendance to the class'

interface MemberState {
  name: string
  isDeleted: boolean
  isDisable: boolean
  /** Has or had an enrolment in the course. */
  wasEnrolled: boolean
}

type Explanation = Pick<NotRecorded, 'reason' | 'advice'>

function explain(known: MemberState | undefined, course: string, refused: HttpError | undefined): Explanation {
  if (!known || known.isDeleted)
    return {
      reason: 'The member was deleted',
      advice: `If that was a mistake, register the member again and enroll them in ${course}, ${then}.`,
    }
  if (known.isDisable) return { reason: 'The member is disabled', advice: `Enable ${known.name}, ${then}.` }
  if (refused)
    return {
      reason: refused.message,
      advice:
        refused.statusCode === 403
          ? `Ask somebody who has it to add ${known.name} to the class.`
          : `Mend that, ${then}.`,
    }
  return known.wasEnrolled
    ? { reason: `The enrollment in ${course} has ended`, advice: `Enroll ${known.name} in ${course} again, ${then}.` }
    : { reason: `Not enrolled in ${course}`, advice: `Enroll ${known.name} in ${course}, ${then}.` }
}

/** Why walk-ins were refused, by member. */
type Refused = ReadonlyMap<string, HttpError>

/** Why members cannot be put on the roll of a class and what to do about it, in the order given. */
export async function whyNotRecorded(
  tx: Tx,
  session: ClassOfCourse,
  members: string[],
  refused: Refused,
): Promise<NotRecorded[]> {
  if (members.length === 0) return []
  const rows = await tx
    .read()
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
    const found = known.get(member)
    return {
      member,
      name: found && !found.isDeleted ? found.name : null,
      ...explain(found, session.courseName, refused.get(member)),
    }
  })
}

/**
 * 400 when none of the members sent could be recorded, with the reason of each; 403 when all that is missing is the
 * permission to add walk-ins.
 */
export function nobodyRecorded(
  marks: readonly Mark[],
  left: readonly NotRecorded[],
  refused: Refused,
  pathOf: PathOf,
): HttpError {
  const [first, ...others] = left.map(({ member }) => refused.get(member))
  if (first?.statusCode === 403 && others.every((error) => error?.statusCode === 403)) return first
  const details = left.map(({ member, name, reason, advice }) => ({
    path:
      pathOf(marks.findIndex((mark) => mark.member === member)) + (refused.get(member)?.details?.[0]?.path ?? 'member'),
    message: `${name === null ? '' : `${name}: `}${reason}. ${advice}`,
  }))
  return new HttpError(400, `Nobody was recorded. ${details[0]?.message}`, { details })
}
