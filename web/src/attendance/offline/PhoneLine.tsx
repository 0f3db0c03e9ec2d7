import { Link } from '@tanstack/react-router'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session.ts'
import { type PhoneMarks, useAllMarks } from './phone-marks.ts'
import { SendNowButton } from './SendNowButton.tsx'
import { markerOf } from './storage-keys.ts'
import { countsOf, unsentTexts } from './unsent.ts'

const listing: string = '/markAttendance/listing'

/** A line for each other user with unsent marks, which only that user can send. */
export function othersTexts(others: readonly PhoneMarks[]): string[] {
  return [...Map.groupBy(others, ({ user }) => user)].flatMap(([user, marks]) => {
    const n = countsOf(marks).saved
    const name = markerOf(user) ?? t('that user')
    return n === 0
      ? []
      : [
          t('{n} class(es) marked by another user of this phone wait to be sent; sign in as {name} to send them.', {
            n,
            name,
          }),
        ]
  })
}

/** Above every page: how many classes marked on this phone are unsent, with a link to them. */
export default function PhoneLine() {
  const { user } = useSession()
  const all = useAllMarks()
  const mine = all.filter((marks) => marks.user === user?._id)
  const texts = unsentTexts(mine)
  const others = othersTexts(all.filter((marks) => marks.user !== user?._id))
  if (texts.length + others.length === 0) return null
  return (
    <div className="page-line">
      <span role="status">{[...texts, ...others].join(' ')}</span>
      {texts.length > 0 && (
        <span className="page-line-actions">
          {countsOf(mine).saved > 0 && <SendNowButton />}
          <Link to={listing}>{t('Show them')}</Link>
        </span>
      )}
    </div>
  )
}
