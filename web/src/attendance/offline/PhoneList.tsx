import { classLink } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { showDay, showTime } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useToday } from '../../platform/client/today.ts'
import { ask } from '../../platform/feedback/notices.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { namesOf } from '../marking/outcome.ts'
import { hasUnsubmittedTaps, isUnsent, needsAttention } from '../marking/taps.ts'
import { WhoWasMarked } from '../marking/WhoWasMarked.tsx'
import { waitsBesideMarks } from './corrections.ts'
import { PhoneTag } from './PhoneNote.tsx'
import { type PhoneMarks, useAllMarks } from './phone-marks.ts'
import { SendNowButton } from './SendNowButton.tsx'
import { discardMarks } from './sending.ts'
import { othersTexts } from './unsent.ts'

/** Today's class that is not submitted, or was corrected, is on the page itself. */
const isListed = (marks: PhoneMarks, today: string) =>
  needsAttention(marks) || ((hasUnsubmittedTaps(marks) || waitsBesideMarks(marks)) && marks.session.date !== today)

/** Classes marked on this device that are unsent, or were recorded differently. */
export function PhoneList() {
  const { user } = useSession()
  const all = useAllMarks()
  const today = useToday()
  const mine = all.filter((marks) => marks.user === user?._id && isListed(marks, today))
  const others = othersTexts(all.filter((marks) => marks.user !== user?._id))
  return (
    <>
      {mine.length > 0 && (
        <section aria-labelledby="on-phone">
          <h2 id="on-phone">{t('On this device')}</h2>
          <ul className="phone-list">
            {mine.map((marks) => (
              <li key={marks.session._id}>
                <PhoneRow marks={marks} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.map((words) => (
        <p key={words} className="phone-line">
          {words}
        </p>
      ))}
    </>
  )
}

function PhoneRow({ marks }: { marks: PhoneMarks }) {
  const { session, state, message, at, differences, notRecorded } = marks
  const discard = () =>
    ask({
      question: 'Are you sure to discard? This action cannot be undone.',
      effect: t('{course} on {day} is not sent.', { course: session.name, day: showDay(session.date) }),
      okText: 'Discard',
      danger: true,
      onYes: () => discardMarks(marks),
    })
  return (
    <>
      <div>
        <strong>{session.name}</strong> {showDay(session.date)} {session.duration}
        <br />
        <PhoneTag marks={marks} /> {showTime(at)}
        {differences.length > 0 && ` · ${t('Marked differently: {n}', { n: differences.length })}`}
        {notRecorded.length > 0 && ` · ${t('Not recorded: {names}', { names: namesOf(notRecorded) })}`}
        {message && <p className="phone-message">{message}</p>}
        {isUnsent(marks) && <WhoWasMarked marks={marks} isLost={state === 'refused'} />}
      </div>
      <div className="phone-actions">
        {(state === 'saved' || waitsBesideMarks(marks)) && <SendNowButton />}
        <Link className="phone-open" {...classLink(session)}>
          {t('Open')}
        </Link>
        {state !== 'sent' && (
          <Button danger onClick={() => void discard()}>
            {t('Discard')}
          </Button>
        )}
      </div>
    </>
  )
}
