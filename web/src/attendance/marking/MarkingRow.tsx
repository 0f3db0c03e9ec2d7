import { Fragment, memo, type ReactNode, useCallback, useSyncExternalStore } from 'react'
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
  /** Age and parents. */
  identity: readonly string[]
  /** What is usual: terms, wallet, times. */
  facts: readonly string[]
  /** The paying wallet has another open case. */
  hasOpenCase: boolean
  /** Not enrolled in the course. */
  isWalkIn?: boolean
  /** Which trial the class is, if one. */
  trial: string | undefined
  isBirthday: boolean
  /** The medical note, for who may read it. */
  medical?: string | null | undefined
}

const coverLabels: Record<Cover, string> = {
  free: '',
  enough: 'enough credit',
  last: 'last class',
  short: 'not enough credit',
}

/** How much of a person a row says: everything, on a phone what is exceptional, of namesakes also what tells them apart. */
export type Detail = 'all' | 'exceptions' | 'identity'

interface Props {
  person: MarkedPerson
  present: boolean
  detail: Detail
  outstanding?: boolean
  /** Whether the wallet covers this class; only while the class is not marked yet. */
  cover?: Cover
  onToggle: (id: string) => void
  disabled?: boolean
  /** The change is on this device only. */
  isUnsent?: boolean
  /** Shown beside the switch. */
  children?: ReactNode
}

/** One member; the whole row is the switch. */
export const MarkingRow = memo(function MarkingRow({
  person,
  present,
  outstanding,
  cover,
  detail,
  onToggle,
  disabled,
  isUnsent = false,
  children,
}: Props) {
  const look = [...(detail === 'all' ? [] : ['compact']), ...(outstanding ? ['outstanding'] : [])]
  return (
    <div className={['marking-row', ...look].join(' ')}>
      <button
        type="button"
        role="switch"
        aria-checked={present}
        disabled={disabled}
        onClick={() => onToggle(person.id)}
      >
        <MemberSummary person={person} cover={cover} detail={detail} isUnsent={isUnsent} />
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
const MemberSummary = memo(function Who({
  person,
  cover,
  detail,
  isUnsent,
}: Pick<Props, 'person' | 'cover' | 'detail'> & { isUnsent: boolean }) {
  const isWhole = detail === 'all'
  const usual = [...(detail === 'exceptions' ? [] : person.identity), ...(isWhole ? person.facts : [])]
  const isCoverSaid = cover && (isWhole ? cover !== 'free' : cover === 'last' || cover === 'short')
  return (
    <>
      <Avatar name={person.name} picture={person.thumbnail} size={isWhole ? 52 : 36} />
      <span className="marking-name">
        {person.name} {person.chName && <span className="unbroken">{person.chName}</span>}
        <span className="marking-facts">
          {person.isWalkIn && <Tag color="processing">{t('Walk-in')}</Tag>}
          {person.trial && !isWhole && <Tag color="processing">{t(person.trial)}</Tag>}
          {person.belt && detail !== 'exceptions' && (
            <span className="belt" data-color={person.belt.trim().toLowerCase()}>
              {person.belt}
            </span>
          )}
          {isCoverSaid && <span className={`cover ${cover}`}>{t(coverLabels[cover])}</span>}
          {person.hasOpenCase && <span className="cover short">{t('open case')}</span>}
          {person.isBirthday && <span className="cover birthday">{t('birthday today')}</span>}
          {person.medical && <span className="cover medical">{t('Medical: {note}', { note: person.medical })}</span>}
          {isUnsent && <span className="cover last">{t('not sent yet')}</span>}
        </span>
        {usual.length > 0 && (
          <span className="marking-facts">
            {usual.map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && ' · '}
                <span className="unbroken">{fact}</span>
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </>
  )
})

interface LiveRowProps {
  person: MarkedPerson
  marks: Marks
  detail: Detail
  /** Only for members who can be removed from the form again. */
  onRemove?: (member: string) => void
}

/** A row that subscribes to its own member only. */
export const LiveRow = memo(function FreshRow({ person, marks, detail, onRemove }: LiveRowProps) {
  const { id } = person
  const subscribe = useCallback((listener: () => void) => marks.onRow(id, listener), [marks, id])
  const present = useSyncExternalStore(subscribe, () => marks.has(id))
  const cover = useSyncExternalStore(
    subscribe,
    useCallback(() => marks.coverOf(id), [marks, id]),
  )
  return (
    <MarkingRow person={person} present={present} cover={cover} detail={detail} onToggle={marks.toggle}>
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
