import { t } from '../platform/client/i18n.ts'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { marksOf, saveMarks, useMarksOf } from './offline/phone-marks.ts'

/** Members who were sent but are not on the roll, with the reason and what to do; stays until acknowledged. */
export function NotRecorded({ session }: { session: string }) {
  const left = useMarksOf(session)?.notRecorded ?? []
  if (left.length === 0) return null
  const seen = () => {
    const marks = marksOf(session)
    if (marks) saveMarks({ ...marks, notRecorded: [] })
  }
  return (
    <Alert
      type="error"
      className="phone-note"
      role="region"
      aria-label={t('Not recorded')}
      title={t('Not recorded: {n}. Everybody else is.', { n: left.length })}
      description={
        <>
          <ul className="differences">
            {left.map(({ member, name, reason, advice }) => (
              <li key={member}>
                <span>
                  <strong>{name}</strong> {reason}. {advice}
                </span>
              </li>
            ))}
          </ul>
          <Button onClick={seen}>{t('I have seen it')}</Button>
        </>
      }
    />
  )
}
