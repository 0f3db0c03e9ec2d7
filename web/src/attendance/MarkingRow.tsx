import type { ReactNode } from 'react'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { Face } from '../kit/Face.tsx'
import { t } from '../kit/words.ts'
import type { Cover, Marks } from './marking.ts'

export interface MarkedPerson {
  /** The member's id. */
  id: string
  name: string
  chName: string | null
  thumbnail: string | null
  belt: string | null
  facts: string
  /** The wallet that pays has another open case. */
  hasOpenCase: boolean
}

const coverWords: Record<Cover, string> = {
  free: '',
  enough: 'enough credit',
  last: 'last class',
  short: 'not enough credit',
}

interface Props {
  person: MarkedPerson
  present: boolean
  outstanding?: boolean
  /** What the wallet means for this class, while it is not marked yet. */
  cover?: Cover
  onToggle: (id: string) => void
  disabled?: boolean
  /** Beside the switch. */
  children?: ReactNode
}

/** One member: the whole row is the switch. */
export const MarkingRow = memo(function MarkingRow({
  person,
  present,
  outstanding,
  cover,
  onToggle,
  disabled,
  children,
}: Props) {
  const state = present ? (outstanding ? t('Oustanding') : t('Present')) : t('Absent')
  return (
    <div className={outstanding ? 'marking-row outstanding' : 'marking-row'}>
      <button
        type="button"
        role="switch"
        aria-checked={present}
        disabled={disabled}
        onClick={() => onToggle(person.id)}
      >
        <Face name={person.name} picture={person.thumbnail} size={52} />
        <span className="marking-name">
          {person.name}
          {person.chName && ` ${person.chName}`}
          <span className="marking-facts">
            {person.belt && (
              <span className="belt" data-color={person.belt.trim().toLowerCase()}>
                {person.belt}
              </span>
            )}
            {cover && cover !== 'free' && <span className={`cover ${cover}`}>{t(coverWords[cover])}</span>}
            {person.hasOpenCase && <span className="cover short">{t('open case')}</span>}
          </span>
          <span className="marking-facts">{person.facts}</span>
        </span>
        <span className="marking-state">{state}</span>
      </button>
      {children}
    </div>
  )
})

/** A row that follows its own member alone. */
export const FreshRow = memo(function FreshRow({ person, marks }: { person: MarkedPerson; marks: Marks }) {
  const { id } = person
  const subscribe = useCallback((listener: () => void) => marks.onRow(id, listener), [marks, id])
  const present = useSyncExternalStore(subscribe, () => marks.has(id))
  const cover = useSyncExternalStore(
    subscribe,
    useCallback(() => marks.coverOf(id), [marks, id]),
  )
  return <MarkingRow person={person} present={present} cover={cover} onToggle={marks.toggle} />
})
