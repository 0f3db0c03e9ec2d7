import { useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { ChooseClass } from '../ChooseClass.tsx'
import type { PhoneMarks } from '../offline/phone-marks.ts'
import { namesAs, textOf } from './taps.ts'

/** The clipboard API needs a secure address; without it the names are selected for copying by hand. */
async function copy(text: string, names: HTMLElement | null) {
  try {
    await navigator.clipboard.writeText(text)
    notice.success('Names copied')
  } catch {
    if (names) getSelection()?.selectAllChildren(names)
    notice.warning('Please copy the selected names')
  }
}

interface Props {
  marks: PhoneMarks
  /** The marks' class no longer exists: they can be submitted to another one. */
  isLost: boolean
  /** Called when they were submitted to another class. */
  onDone?: () => void
}

/** The members marked in an unsent class, by name. */
export function WhoWasMarked({ marks, isLost, onDone }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const names = useRef<HTMLParagraphElement>(null)
  return (
    <details className="who-was-marked" open={isLost}>
      <summary>{t('Who was marked')}</summary>
      <p ref={names}>
        <strong>{t('Present')}:</strong> {namesAs(marks, 'P') || '-'}
        <br />
        <strong>{t('Absent')}:</strong> {namesAs(marks, 'A') || '-'}
      </p>
      <div className="phone-actions">
        <Button onClick={() => void copy(textOf(marks), names.current)}>{t('Copy')}</Button>
        {isLost && <Button onClick={() => setChoosing(true)}>{t('Choose the class')}</Button>}
      </div>
      {isChoosing && <ChooseClass marks={marks} onClose={() => setChoosing(false)} {...(onDone ? { onDone } : {})} />}
    </details>
  )
}
