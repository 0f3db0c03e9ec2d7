import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../platform/client/i18n.ts'

export type Fact = [name: string, fact: ReactNode]

/** What a close or an evening is, by name. */
export const CloseFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <div className="panel desk-section">
    <dl className="desk-facts">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  </div>
)

export const CloseLink = ({ close }: { close: { _id: string; number: string } }) => (
  <Link to="/cash-close/view/$id" params={{ id: close._id }}>
    {close.number}
  </Link>
)
