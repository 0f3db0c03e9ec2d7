import type { ReactNode } from 'react'
import { memo } from 'react'
import { Face } from '../kit/Face.tsx'
import { t } from '../kit/words.ts'

export interface MarkedPerson {
  /** The member's id. */
  id: string
  name: string
  chName: string | null
  thumbnail: string | null
  belt: string | null
  facts: ReactNode
}

interface Props {
  person: MarkedPerson
  present: boolean
  outstanding?: boolean
  onToggle: (id: string) => void
  disabled?: boolean
}

/** One member: the whole row is the switch. Memoised, so that a tap redraws one row of three hundred. */
export const MarkingRow = memo(function MarkingRow({ person, present, outstanding, onToggle, disabled }: Props) {
  const state = present ? (outstanding ? t('Oustanding') : t('Present')) : t('Absent')
  return (
    <button
      type="button"
      role="switch"
      className={outstanding ? 'marking-row outstanding' : 'marking-row'}
      aria-checked={present}
      disabled={disabled}
      onClick={() => onToggle(person.id)}
    >
      <Face name={person.name} picture={person.thumbnail} size={44} />
      <span className="marking-name">
        {person.name}
        {person.chName && ` ${person.chName}`}
        <span className="marking-facts">
          {person.belt && `${person.belt} · `}
          {person.facts}
        </span>
      </span>
      <span className="marking-state">{state}</span>
    </button>
  )
})
