import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../platform/client/i18n.ts'
import { useTouch } from '../../platform/shell/appearance.ts'
import { CloseIcon } from '../first/icons.ts'
import { useScrollableByKey } from '../first/scrollable.ts'
import { focusFirstField } from './first-field.ts'
import { putOver } from './overlays.ts'
import './overlay.css'

export interface OverlayProps {
  open?: boolean
  title: ReactNode
  /** What Escape, its X and a press beside it do. Without it, it stays until its content closes it. */
  onClose?: (() => void) | undefined
  /** Whether a press beside it closes it: not where something may have been entered. */
  lightDismiss?: boolean
  closeButton?: boolean
  /** Nothing of it is in the page any more. */
  afterClose?: (() => void) | undefined
  /** Above every other one, and their questions. */
  above?: boolean
  /** In pixels. */
  width?: number | undefined
  className?: string
  /** Its buttons, where they are not part of a form. */
  footer?: ReactNode
  children?: ReactNode
}

/** The common part of dialogs and drawers: role and name, the veil over the page, the ways to close. */
export function Overlay({ open = true, afterClose, ...props }: OverlayProps & { kind: string }) {
  const wasOpen = useRef(false)
  // After what is below has left the page, so that the focus can be given back.
  useEffect(() => {
    if (wasOpen.current && !open) afterClose?.()
    wasOpen.current = open
  })
  return open ? createPortal(<Panel {...props} />, document.body) : null
}

function Panel(props: Omit<OverlayProps, 'open' | 'afterClose'> & { kind: string }) {
  const { kind, title, onClose, lightDismiss = true, closeButton = true, above = false } = props
  const id = useId()
  const veil = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const body = useScrollableByKey()
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    if (!veil.current) return
    const takeAway = putOver({ element: veil.current, above, escape: () => close.current?.() })
    // Unless something in it asked for the focus.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
    return takeAway
  }, [above])

  // A touch screen's keyboard would come up over it.
  const isTouch = useTouch()
  useEffect(() => {
    if (panel.current && !isTouch) return focusFirstField(panel.current)
  }, [isTouch])

  // A press that began in it, to select a text, does not close it.
  const isPressed = useRef(false)
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has Escape
    <div
      ref={veil}
      role="presentation"
      className={`veil veil-${kind} ${above ? 'veil-above' : ''}`}
      onMouseDown={(event) => (isPressed.current = isBeside(event))}
      onClick={(event) => lightDismiss && isPressed.current && isBeside(event) && onClose?.()}
    >
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        className={`overlay ${kind} ${props.className ?? ''}`}
        style={props.width ? { maxWidth: props.width } : undefined}
      >
        <header className="overlay-head">
          <h2 id={id} className="overlay-title">
            {title}
          </h2>
          {closeButton && onClose && (
            <button type="button" className="overlay-close" aria-label={t('Close')} onClick={onClose}>
              <CloseIcon aria-hidden />
            </button>
          )}
        </header>
        <div ref={body} className="overlay-body">
          {props.children}
        </div>
        {props.footer && <footer className="overlay-foot">{props.footer}</footer>}
      </div>
    </div>
  )
}
