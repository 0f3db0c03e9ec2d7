import type { FoundMember } from '@academy/contract/members/choosing.ts'
import { creditText, fullName, memberFacts, walletFacts } from '../members/index.ts'
import { showPhone } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { FileTextIcon, UsersIcon } from '../ui/first/icons.ts'
import type { FamilyMain, Match } from './matches.ts'

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
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      {match.kind === 'member' && <Person member={match.member} />}
      {match.kind === 'family' && <Family main={match.main} />}
      {match.kind === 'page' && <PageName match={match} />}
    </div>
  )
}

const Family = ({ main }: { main: FamilyMain }) => (
  <>
    <UsersIcon className="finder-icon" aria-hidden />
    <div className="finder-text">
      <div>{t('Family Card of {name}', { name: fullName(main) })}</div>
      {main.phoneNo && <div className="muted">{showPhone(main.phoneNo)}</div>}
    </div>
    <div className="finder-side number">{creditText(main.wallet)}</div>
  </>
)

function PageName({ match: { page } }: { match: Extract<Match, { kind: 'page' }> }) {
  return (
    <>
      <FileTextIcon className="finder-icon" aria-hidden />
      <div className="finder-text">{t(page.label)}</div>
      {page.group && <div className="finder-side">{t(page.group)}</div>}
    </>
  )
}

function Person({ member }: { member: FoundMember }) {
  const [wallet, ...payers] = walletFacts(member)
  return (
    <>
      <Avatar name={member.name} picture={null} size={32} />
      <div className="finder-text">
        <div>
          {fullName(member)}
          {member.isDisable && <span className="finder-inactive"> {t('Inactive')}</span>}
        </div>
        <div className="muted">{[...memberFacts(member), ...payers].join(' · ')}</div>
      </div>
      <div className="finder-side number">{wallet}</div>
    </>
  )
}
