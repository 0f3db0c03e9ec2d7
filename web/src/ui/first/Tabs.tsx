/** Tabs as buttons that wrap to a second line, so that none hides behind a scroll bar. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import './tabs.css'

interface TabsProps {
  activeKey: string
  onChange: (key: string) => void
  items: readonly {
    key: string
    label: ReactNode
    children?: ReactNode
    /** Has its code there before it is pressed. */
    prepare?: (() => Promise<unknown>) | undefined
  }[]
  className?: string
  /** Names the tabs for a screen reader. */
  label?: string
}

export function Tabs({ activeKey, onChange, items, className = '', label }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const active = items.find(({ key }) => key === activeKey) ?? items[0]

  // Where a module keeps its tabs in one scrolling line, the open one is scrolled into view. In an animation frame, to
  // avoid an extra layout.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>(`[data-key="${activeKey}"]`)
      const strip = list.current
      if (tab && strip) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [activeKey])

  function walk(event: KeyboardEvent) {
    const place = items.findIndex(({ key }) => key === active?.key)
    const last = items.length - 1
    const places: Record<string, number> = {
      ArrowRight: place === last ? 0 : place + 1,
      ArrowLeft: place === 0 ? last : place - 1,
      Home: 0,
      End: last,
    }
    const next = items[places[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }

  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={walk}>
        {items.map(({ key, label: text, prepare }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-key={key}
            aria-selected={key === active?.key}
            aria-controls={`${id}-panel`}
            tabIndex={key === active?.key ? 0 : -1}
            onPointerEnter={() => void prepare?.().catch(() => undefined)}
            onClick={() => onChange(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active?.key}`}>
        {active?.children}
      </div>
    </div>
  )
}
