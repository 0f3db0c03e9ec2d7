import type { FoundMember } from '@academy/contract/members/members.ts'
import { FileTextOutlined } from '@ant-design/icons'
import { showCredit } from '../kit/days.ts'
import { Face } from '../kit/Face.tsx'
import { t } from '../kit/words.ts'
import type { Match } from './matches.ts'

interface MatchOptionProps {
  id: string
  match: Match
  active: boolean
  onPoint: () => void
  onChoose: () => void
}

export function MatchOption({ id, match, active, onPoint, onChoose }: MatchOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div
      role="option"
      id={id}
      aria-selected={active}
      className="finder-option"
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      {match.kind === 'member' ? <Person member={match.member} /> : <PageName match={match} />}
    </div>
  )
}

function PageName({ match: { page } }: { match: Extract<Match, { kind: 'page' }> }) {
  return (
    <>
      <FileTextOutlined className="finder-icon" aria-hidden />
      <div className="finder-text">{t(page.label)}</div>
      {page.group && <div className="finder-side">{t(page.group)}</div>}
    </>
  )
}

const kinds = { adult: 'Adult', parent: 'Parent', child: 'Child' } as const

/** Kind, end of the I/C or phone, and of a child its parents. */
function factsOf({ kind, isIndependent, icTail, phoneNo, parents }: FoundMember): string[] {
  const number = icTail ? t('I/C ends {tail}', { tail: icTail }) : phoneNo
  return [
    t(kind === 'child' && isIndependent ? 'Independent child' : kinds[kind]),
    ...(number ? [number] : []),
    ...(parents.length > 0 ? [t('of {parents}', { parents: parents.map(({ name }) => name).join(', ') })] : []),
  ]
}

function Person({ member }: { member: FoundMember }) {
  return (
    <>
      <Face name={member.name} picture={null} size={32} />
      <div className="finder-text">
        <div>
          {member.name} {member.chName}
          {member.isDisable && <span className="finder-inactive"> {t('Inactive')}</span>}
        </div>
        <div className="muted">{factsOf(member).join(' · ')}</div>
      </div>
      <div className="finder-side number">
        {member.isIndependent ? t('{n} credits', { n: showCredit(member.wallet) }) : t('Parent pays')}
      </div>
    </>
  )
}
