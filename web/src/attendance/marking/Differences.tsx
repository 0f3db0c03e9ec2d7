import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { AttendanceChange } from '../AttendanceChange.tsx'
import { identityFacts } from '../identity.ts'
import { type Difference, marksOf, type PhoneMarks, saveMarks, useMarksOf } from '../offline/phone-marks.ts'
import { startOf } from './marking.ts'
import { changesText } from './taps.ts'

const statusLabels = { P: 'Present', A: 'Absent' }

function removeDifferences(session: string, gone: (difference: Difference) => boolean) {
  const marks = marksOf(session)
  if (marks) saveMarks({ ...marks, differences: marks.differences.filter((one) => !gone(one)) })
}

/** Members another coach had marked differently before: that record stands unless somebody changes it here. */
export function Differences({ session, rows }: { session: ClassSession; rows: AttendanceRow[] }) {
  const { user } = useSession()
  const differences = useMarksOf(session._id)?.differences ?? []
  if (differences.length === 0) return null
  const isOwn = ({ by }: Difference) => by === user?.username
  return (
    <Alert
      type="warning"
      className="phone-note"
      role="region"
      aria-label={t('Marked differently')}
      title={t('Marked differently: {n}', { n: differences.length })}
      description={
        <>
          <p>
            {t(
              differences.every(isOwn)
                ? 'You had recorded this class before. The roll stands as it was then; everybody was charged once.'
                : 'Somebody else marked this class before yours arrived. Theirs stands; everybody was charged once.',
            )}
          </p>
          <ul className="differences">
            {differences.map((one) => (
              <li key={one.row}>
                <DifferenceRow
                  name={one.name}
                  words={t(isOwn(one) ? 'now: {ours}, before: {theirs}' : 'you: {ours}, {by}: {theirs}', {
                    ours: t(statusLabels[one.ours]),
                    by: one.by,
                    theirs: t(statusLabels[one.theirs]),
                  })}
                  ours={one.ours}
                  row={rows.find(({ _id }) => _id === one.row)}
                  session={session}
                  onDone={() => removeDifferences(session._id, ({ row }) => row === one.row)}
                />
              </li>
            ))}
          </ul>
          <Button onClick={() => removeDifferences(session._id, () => true)}>
            {t(differences.every(isOwn) ? 'Keep the roll' : 'Keep theirs')}
          </Button>
        </>
      }
    />
  )
}

function removeTaps(session: string, gone: (member: string) => boolean) {
  const marks = marksOf(session)
  if (marks) saveMarks({ ...marks, taps: marks.taps.filter(({ member }) => !gone(member)) })
}

/** Taps made after the submission that differ from the roll. */
export const laterTaps = (marks: PhoneMarks | undefined, rows: readonly AttendanceRow[]) =>
  (marks?.taps ?? []).flatMap((tap) => {
    const row = rows.find(({ member, status }) => member._id === tap.member && status !== tap.status)
    return row ? [{ ...tap, row }] : []
  })

/** Taps made after the class was submitted, so not on its roll: each is applied by hand or dropped. */
export function LaterTaps({ session, rows }: { session: ClassSession; rows: AttendanceRow[] }) {
  const later = laterTaps(useMarksOf(session._id), rows)
  if (later.length === 0) return null
  return (
    <Alert
      type="warning"
      className="phone-note"
      role="region"
      aria-label={t('Not submitted')}
      title={changesText(later.length)}
      description={
        <>
          <p>{t('This was tapped after the attendance was submitted, which stands.')}</p>
          <ul className="differences">
            {later.map(({ member, status, row }) => (
              <li key={member}>
                <DifferenceRow
                  name={row.member.name}
                  words={t('tapped: {ours}, on the roll: {theirs}', {
                    ours: t(statusLabels[status]),
                    theirs: t(statusLabels[row.status]),
                  })}
                  ours={status}
                  row={row}
                  session={session}
                  onDone={() => removeTaps(session._id, (one) => one === member)}
                />
              </li>
            ))}
          </ul>
          <Button onClick={() => removeTaps(session._id, (one) => later.some(({ member }) => member === one))}>
            {t('Keep the roll')}
          </Button>
        </>
      }
    />
  )
}

interface RowProps {
  name: string
  /** What was marked here and what the roll says. */
  words: string
  ours: Difference['ours']
  /** The record as it is now; undefined when it was deleted since. */
  row: AttendanceRow | undefined
  session: ClassSession
  onDone: () => void
}

function DifferenceRow({ name, words, ours, row, session, onDone }: RowProps) {
  const update = useAction(attendance.update, {
    effect: () => row && <AttendanceChange row={row} next={ours} />,
    onDone,
  })
  return (
    <>
      <span>
        <strong>{name}</strong> {words} {row && <span className="quiet">{identityFacts(row.member).join(', ')}</span>}
      </span>
      <ReasonButton
        may={attendance.update.may}
        reason={(!row || row.status === ours) && 'It was changed since.'}
        loading={update.sending}
        onClick={() =>
          update.send({
            params: { id: row?._id ?? '' },
            body:
              ours === 'P'
                ? { status: 'P', checkInTime: startOf(session.duration), checkOutTime: null }
                : { status: 'A', checkInTime: null, checkOutTime: null },
          })
        }
      >
        {t('Change to {status}', { status: t(statusLabels[ours]) })}
      </ReasonButton>
    </>
  )
}
