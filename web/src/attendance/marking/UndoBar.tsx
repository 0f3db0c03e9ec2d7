import { useEffect, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { Button } from '../../ui/first/Button.tsx'

interface Props {
  /** What was done. */
  words: string
  /** Until when it can be taken back, in milliseconds. */
  until: number
  onUndo: () => void
}

/** What was done just now, and the way back as long as there is one. */
export function UndoBar({ words, until, onUndo }: Props) {
  const [over, setOver] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setOver(until), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (over === until) return null
  return (
    <div className="undo-bar">
      <span role="status">{words}</span>
      <Button onClick={onUndo}>{t('Undo')}</Button>
    </div>
  )
}
