import type { FoundMember } from '@academy/contract/members/choosing.ts'
import { members } from '@academy/contract/members/members.ts'
import { useEffect, useRef } from 'react'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useToday } from '../../platform/client/today.ts'
import { Form } from '../../ui/form/Form.tsx'
import { MemberLink } from '../MemberName.tsx'
import { fullName } from '../select/member-facts.ts'
import { cardDigits } from './card-digits.ts'
import { type IdentityCard, readCard } from './identity-card.ts'

/** Filled in from the number while they are empty, or as it filled them. */
const told = ['dob', 'gender'] as const
type Told = { [Name in (typeof told)[number]]?: unknown }

export interface IdentityNoteProps {
  /** Path of the member's group in the form's values. */
  within?: readonly (string | number)[]
  /** The member being edited. */
  own?: string | undefined
}

/** Below an I/C number: what it tells, where that differs from what was entered, and whose number it is already. */
export default function IdentityReading({ within = [], own }: IdentityNoteProps) {
  const form = Form.useFormInstance()
  const today = useToday()
  const { can } = useSession()
  const path = (name: string) => [...within, name]
  const icNo: unknown = Form.useWatch(path('icNo'), form)
  const entered: Told = { dob: Form.useWatch(path('dob'), form), gender: Form.useWatch(path('gender'), form) }
  const isTyped = form.isFieldTouched(path('icNo'))
  const digits = typeof icNo === 'string' ? cardDigits(icNo) : undefined
  const card = digits ? readCard(digits, today) : undefined
  useFilled(isTyped && card && 'dob' in card ? card : undefined, path)
  const { data } = useCall(
    members.find,
    { query: { searchText: digits ?? '', limit: 2 } },
    { enabled: isTyped && digits !== undefined && can(members.find.may), quiet: true },
  )
  if (!card) return null
  const other = isTyped ? data?.items.find(({ _id, icTail }) => _id !== own && icTail === digits?.slice(-4)) : undefined
  return (
    <span role="status">
      {other ? <Existing member={other} /> : <Reading card={card} entered={entered} isTyped={isTyped} />}
    </span>
  )
}

/** Writes what the card tells into fields that nobody filled otherwise, once for each number. */
function useFilled(card: IdentityCard | undefined, path: (name: string) => (string | number)[]) {
  const form = Form.useFormInstance()
  const filled = useRef<Told>({})
  useEffect(() => {
    for (const name of told) {
      if (!card || card[name] === filled.current[name]) continue
      const value: unknown = form.getFieldValue(path(name))
      if (!value || value === filled.current[name])
        // Whatever the empty field was told goes with it.
        form.setFields([{ name: path(name), value: card[name], touched: true, errors: [] }])
      filled.current = { ...filled.current, [name]: card[name] }
    }
  })
}

const Existing = ({ member }: { member: FoundMember }) => (
  <span className="identity-warning">
    {t('This I/C number is registered already:')} <MemberLink id={member._id}>{fullName(member)}</MemberLink>
  </span>
)

interface ReadingProps {
  card: IdentityCard | { problem: string }
  entered: Told
  isTyped: boolean
}

function Reading({ card, entered, isTyped }: ReadingProps) {
  if ('problem' in card)
    return (
      <span className="identity-warning">{t('{problem}. Please check the number.', { problem: t(card.problem) })}</span>
    )
  const differs = told.some((name) => entered[name] && entered[name] !== card[name])
  if (!differs && !isTyped) return null
  const facts = { day: showDay(card.dob), place: card.place ?? '', gender: t(card.gender).toLowerCase() }
  const born = card.place ? t('born {day} in {place}, {gender}', facts) : t('born {day}, {gender}', facts)
  return (
    <span className={differs ? 'identity-warning' : undefined}>
      {differs ? t('By this number {born}. Please check.', { born }) : born.charAt(0).toUpperCase() + born.slice(1)}
    </span>
  )
}
