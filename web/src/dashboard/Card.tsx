import { type ReactNode, useState } from 'react'
import { t } from '../platform/client/i18n.ts'

interface CardProps {
  /** Of its heading. */
  id: string
  title: string
  /** A count beside the title. */
  tag?: ReactNode
  /** At the right of the title. */
  note?: ReactNode
  children: ReactNode
}

/** A part of the dashboard: one line of head, then what it is about. */
export const Card = ({ id, title, tag, note, children }: CardProps) => (
  <section className="card" aria-labelledby={id}>
    <header>
      <h2 id={id}>{t(title)}</h2>
      {tag}
      {note && <span className="card-note">{note}</span>}
    </header>
    {children}
  </section>
)

interface FoldProps extends CardProps {
  /** Open from the start. */
  open?: boolean
  /** Made only once it is opened: what it shows is dear to reckon. */
  late?: boolean
}

/** A part that is folded to a line which says the number already. */
export function Fold({ id, title, tag, note, open = false, late = false, children }: FoldProps) {
  // What was read meanwhile must not close it under the reader.
  const [opened] = useState(open)
  const [isMade, setMade] = useState(!late || open)
  return (
    <details className="card fold" open={opened} onToggle={({ currentTarget }) => currentTarget.open && setMade(true)}>
      <summary>
        <h2 id={id}>{t(title)}</h2>
        {tag}
        {note && <span className="muted">{note}</span>}
      </summary>
      <section className="fold-body" aria-labelledby={id}>
        {isMade && children}
      </section>
    </details>
  )
}
