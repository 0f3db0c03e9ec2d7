import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import type { waiting } from '@academy/contract/dashboard/waiting.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { classLink } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useWaiting } from '../../platform/shell/menu/waiting.ts'
import { useAllMarks } from './phone-marks.ts'
import { useToMark } from './ready/to-mark.ts'
import { SendNowButton } from './SendNowButton.tsx'
import { countsOf, othersTexts, unsentTexts } from './unsent.ts'

const listing: string = '/markAttendance/listing'

/** Which own class of today has begun and is not marked, or how many. */
function toMarkTexts([first, ...others]: readonly ClassSession[]): string[] {
  if (!first) return []
  if (others.length > 0) return [t('{n} of your classes today are not marked yet.', { n: others.length + 1 })]
  const { course, duration } = first
  return [t('{course}, {duration}, is not marked yet.', { course: course.name, duration })]
}

type Earlier = NonNullable<ResultOf<typeof waiting.waiting>['ownClasses']>

const linkTo = ({ _id, course, date }: Earlier['latest']) => classLink({ _id, course: course._id, date })

/** The latest own class of an earlier day that is not marked, and how many others there are. */
function earlierTexts(earlier: Earlier | null | undefined): string[] {
  if (!earlier) return []
  const { total, latest } = earlier
  const words = { course: latest.course.name, day: showDay(latest.date), n: total - 1 }
  if (total === 1) return [t('{course} of {day} is not marked yet.', words)]
  return [t('{course} of {day} and {n} more of your earlier classes are not marked yet.', words)]
}

/** Above every page: how many classes wait on this device to be sent, or to be marked, with a link to them. */
export default function PhoneLine() {
  const { user } = useSession()
  const all = useAllMarks()
  const mine = all.filter((marks) => marks.user === user?._id)
  const unsent = unsentTexts(mine)
  const toMark = useToMark()
  const earlier = useWaiting()?.ownClasses
  const texts = [...unsent, ...toMarkTexts(toMark), ...earlierTexts(earlier)]
  const isEarlierAlone = unsent.length + toMark.length === 0
  const others = othersTexts(all.filter((marks) => marks.user !== user?._id))
  if (texts.length + others.length === 0) return null
  return (
    <div className="page-line">
      <span role="status">{[...texts, ...others].join(' ')}</span>
      {texts.length > 0 && (
        <span className="page-line-actions">
          {countsOf(mine).saved > 0 && <SendNowButton />}
          {earlier && isEarlierAlone ? (
            <Link {...linkTo(earlier.latest)}>{t('Mark Attendance')}</Link>
          ) : (
            <Link to={listing}>{t(unsent.length > 0 ? 'Show them' : 'Mark Attendance')}</Link>
          )}
        </span>
      )}
    </div>
  )
}
