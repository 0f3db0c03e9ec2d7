import type { ReactNode } from 'react'
import { Fragment, memo, useCallback, useSyncExternalStore } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { Avatar } from '../../platform/shell/Avatar.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'
import { Tag } from '../../ui/first/Tag.tsx'
import type { Cover, Marks } from './marking.ts'

export interface MarkedPerson {
  /** The member's id. */
  id: string
  name: string
  chName: string | null
  thumbnail: string | null
  belt: string | null
  facts: readonly string[]
  /** The paying wallet has another open case. */
  hasOpenCase: boolean
  /** Not enrolled in the course. */
  isWalkIn?: boolean
}

const coverLabels: Record<Cover, string> = {
  free: '',
  enough: 'enough credit',
  last: 'last class',
  short: 'not enough credit',
}

interface Props {
  person: MarkedPerson
  present: boolean
  outstanding?: boolean
  /** Whether the wallet covers this class; only while the class is not marked yet. */
  cover?: Cover
  onToggle: (id: string) => void
  disabled?: boolean
  /** Shown beside the switch. */
  children?: ReactNode
}

/** One member; the whole row is the switch. */
export const MarkingRow = memo(function MarkingRow({
  person,
  present,
  outstanding,
  cover,
  onToggle,
  disabled,
  children,
}: Props) {
  return (
    <div className={outstanding ? 'marking-row outstanding' : 'marking-row'}>
      <button
        type="button"
        role="switch"
        aria-checked={present}
        disabled={disabled}
        onClick={() => onToggle(person.id)}
      >
        <MemberSummary person={person} cover={cover} />
        {/* Both labels are rendered and CSS shows one, so that a tap on one of three hundred rows causes no layout. */}
        <span className="marking-state">
          <span className="is-on">{t(outstanding ? 'Oustanding' : 'Present')}</span>
          <span className="is-off">{t('Absent')}</span>
        </span>
      </button>
      {children}
    </div>
  )
})

/** The part of a row that a tap does not change. */
const MemberSummary = memo(function Who({ person, cover }: Pick<Props, 'person' | 'cover'>) {
  return (
    <>
      <Avatar name={person.name} picture={person.thumbnail} size={52} />
      <span className="marking-name">
        {person.name} {person.chName && <span className="unbroken">{person.chName}</span>}
        <span className="marking-facts">
          {person.isWalkIn && <Tag color="processing">{t('Walk-in')}</Tag>}
          {person.belt && (
            <span className="belt" data-color={person.belt.trim().toLowerCase()}>
              {person.belt}
            </span>
          )}
          {cover && cover !== 'free' && <span className={`cover ${cover}`}>{t(coverLabels[cover])}</span>}
          {person.hasOpenCase && <span className="cover short">{t('open case')}</span>}
        </span>
        <span className="marking-facts">
          {person.facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <span className="unbroken">{fact}</span>
            </Fragment>
          ))}
        </span>
      </span>
    </>
  )
})

interface LiveRowProps {
  person: MarkedPerson
  marks: Marks
  /** Only for members who can be removed from the form again. */
  onRemove?: (member: string) => void
}

/** A row that subscribes to its own member only. */
export const LiveRow = memo(function FreshRow({ person, marks, onRemove }: LiveRowProps) {
  const { id } = person
  const subscribe = useCallback((listener: () => void) => marks.onRow(id, listener), [marks, id])
  const present = useSyncExternalStore(subscribe, () => marks.has(id))
  const cover = useSyncExternalStore(
    subscribe,
    useCallback(() => marks.coverOf(id), [marks, id]),
  )
  return (
    <MarkingRow person={person} present={present} cover={cover} onToggle={marks.toggle}>
      {onRemove && (
        <Button
          type="text"
          danger
          className="marking-remove"
          icon={<DeleteIcon aria-hidden />}
          aria-label={t('Take {name} out of the form', { name: person.name })}
          onClick={() => onRemove(id)}
        />
      )}
    </MarkingRow>
  )
})
