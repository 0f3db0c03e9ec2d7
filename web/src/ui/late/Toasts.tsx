import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../platform/client/i18n.ts'
import { Button } from '../first/Button.tsx'
import { AlertIcon, CloseIcon, InfoIcon, TickIcon } from '../first/icons.ts'
import './toasts.css'

export interface Toast {
  type: 'success' | 'error' | 'warning' | 'info'
  content: string
  /** The same key replaces an earlier toast. */
  key: string
  /** In seconds. */
  duration: number
  /** Takes back what it tells. */
  onUndo?: (() => void) | undefined
}

const icons: Record<Toast['type'], ComponentType<{ 'aria-hidden': true }>> = {
  success: TickIcon,
  error: CloseIcon,
  warning: AlertIcon,
  info: InfoIcon,
}

const maxCount = 3

interface Shown extends Toast {
  id: number
}

/** A repeated toast is a new one in the old one's place, so that it is announced again. */
function withToast(shown: readonly Shown[], toast: Shown): Shown[] {
  const at = shown.findIndex(({ key }) => key === toast.key)
  return (at < 0 ? [...shown, toast] : shown.with(at, toast)).slice(-maxCount)
}

/** Short messages above everything else; the pointer or the focus on one keeps it. Hands out the function that shows one. */
export function Toasts({ onReady }: { onReady: (show: (toast: Toast) => void) => void }) {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const count = useRef(0)
  useEffect(
    () =>
      onReady((toast) => {
        count.current += 1
        const id = count.current
        setShown((before) => withToast(before, { ...toast, id }))
      }),
    [onReady],
  )
  return createPortal(
    <div className="toasts">
      {shown.map((toast) => (
        <OneToast
          key={toast.id}
          toast={toast}
          onOver={() => setShown((before) => before.filter(({ id }) => id !== toast.id))}
        />
      ))}
    </div>,
    document.body,
  )
}

function OneToast({ toast, onOver }: { toast: Toast; onOver: () => void }) {
  const { type, content, duration, onUndo } = toast
  const [isHeld, setHeld] = useState(false)
  const over = useRef(onOver)
  over.current = onOver
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => over.current(), duration * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, duration])
  const Icon = icons[type]
  return (
    <div
      role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
      className={`toast toast-${type}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <span>{content}</span>
      {onUndo && (
        <Button
          size="small"
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onClick={() => {
            onOver()
            onUndo()
          }}
        >
          {t('Undo')}
        </Button>
      )}
    </div>
  )
}
