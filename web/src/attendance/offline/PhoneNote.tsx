import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { showTime } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { Tag, type TagColor } from '../../ui/first/Tag.tsx'
import { changesOf, changesText } from '../marking/taps.ts'
import { dueCorrections } from './corrections.ts'
import { type PhoneMarks, useMarksOf } from './phone-marks.ts'
import { SendNowButton } from './SendNowButton.tsx'

const stateTags: Record<PhoneMarks['state'], { text: string; color: TagColor }> = {
  begun: { text: 'Begun on this device', color: 'default' },
  saved: { text: 'Saved on this device', color: 'warning' },
  sent: { text: 'Sent', color: 'success' },
  refused: { text: 'Not accepted', color: 'error' },
}

/** Whether the marks are only on this device or sent, and what was tapped since. */
export function PhoneTag({ marks }: { marks: PhoneMarks }) {
  const { text, color } = stateTags[marks.state]
  const changes = changesOf(marks).length
  const corrections = dueCorrections(marks).length
  const { newcomers } = marks
  return (
    <>
      {(marks.state !== 'sent' || marks.marks.length > 0) && <Tag color={color}>{t(text)}</Tag>}
      {corrections > 0 && (
        <Tag color="warning">
          {t(corrections === 1 ? '{n} correction not sent' : '{n} corrections not sent', { n: corrections })}
        </Tag>
      )}
      {newcomers.length > 0 && (
        <Tag color="warning">
          {t(newcomers.length === 1 ? '{n} newcomer not sent' : '{n} newcomers not sent', { n: newcomers.length })}
        </Tag>
      )}
      {changes > 0 && <Tag color="warning">{changesText(changes)}</Tag>}
    </>
  )
}

/** Above a class: what is only on this device. */
export function PhoneNote({ session }: { session: ClassSession }) {
  const marks = useMarksOf(session._id)
  if (marks?.state === 'saved')
    return (
      <Alert
        type="warning"
        className="phone-note"
        title={t('Saved on this device at {time}, not sent yet', { time: showTime(marks.at) })}
        description={
          marks.message
            ? t('It is tried again. The portal answered: {message}', { message: marks.message })
            : t('It is sent when the line returns. You may still change it: submit again.')
        }
        action={<SendNowButton />}
      />
    )
  if (marks?.state === 'refused')
    return (
      <Alert
        type="error"
        className="phone-note"
        title={t('Not accepted: {message}', { message: marks.message })}
        description={t('What you marked stands below. Look it through and submit again.')}
      />
    )
  return null
}

/** In the foot of a class, since signal comes and goes amid marking: above the rows it would move them under the thumb. */
export function NoSignal({ session }: { session: string }) {
  const state = useMarksOf(session)?.state
  const isReached = useReached()
  if (isReached || state === 'saved' || state === 'refused') return null
  return (
    <p className="no-signal" role="status">
      {t('No signal. What you mark is saved on this device and sent when the line returns.')}
    </p>
  )
}
