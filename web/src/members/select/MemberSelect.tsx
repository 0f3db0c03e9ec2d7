/**
 * Chooses a member: by name, Chinese name, phone, I/C, TM no., e-mail or the parents, words in any order. Each option
 * shows what tells it apart from others of the same name.
 *
 *   <Form.Item name="member" label={t('Member')}><MemberSelect told /></Form.Item>
 */
import { chooseMember, type FoundMember } from '@academy/contract/members/choosing.ts'
import { useState } from 'react'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useRested } from '../../platform/form/debounce.ts'
import type { KnownItem } from '../../platform/form/values.ts'
import { type Option, Select } from '../../ui/form/Select.tsx'
import { factsLine, fullName, memberFacts } from './member-facts.ts'
import './member-select.css'

const pageSize = 50
/** Longest search text the server takes. */
const maxLength = 200
const textOf = (typed: string) => typed.trim().slice(0, maxLength)

const optionOf = (member: FoundMember): Option<string> => ({
  value: member._id,
  label: fullName(member),
  note: [factsLine(member), member.isDisable && t('Disabled')].filter(Boolean).join(' · '),
})

interface MemberSearch {
  kind?: FoundMember['kind']
  /** Only members who can attend a class: no parents' accounts. */
  isChildrenOrAdult?: boolean
  /** Children of this parent are left out. */
  noUseMainIDs?: string
  /** Only these members, all offered at once. */
  among?: readonly string[]
  /** Disabled ones are offered too, as in a filter: who has left is in what happened. */
  all?: boolean
  /** Names of members chosen earlier. */
  known?: readonly KnownItem[]
}

/** The options of a Select of one or several members; `chosen` are the members of its values. */
export function useMemberSearch(search: MemberSearch, values: readonly string[]) {
  const { kind, isChildrenOrAdult, noUseMainIDs, among, all, known = [] } = search
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const { rested: searchText } = useRested(textOf(typed))
  const may = useSession().can(chooseMember.may)
  const answer = useCall(
    chooseMember,
    { query: among ? { ids: among.join(',') } : { searchText, kind, isChildrenOrAdult, noUseMainIDs, all } },
    { enabled: may && (opened || Boolean(among)) && among?.length !== 0, keep: true },
  )
  const named = useCall(
    chooseMember,
    { query: { ids: values.join(',') } },
    { enabled: may && values.length > 0, keep: true },
  )
  // While typing, nothing is offered: Enter must not choose a match of an earlier text.
  const isCurrent = searchText === textOf(typed) && !answer.isPlaceholderData
  const found = isCurrent ? (answer.data?.items ?? []) : []
  const chosen = named.data?.items ?? []
  const labelOf = (value: string) => {
    const member = [...chosen, ...(answer.data?.items ?? [])].find(({ _id }) => _id === value)
    if (member) return fullName(member)
    const unnamed = named.isFetching ? 'Loading…' : named.isSuccess ? 'Not there any more' : 'Chosen'
    return known.find(({ _id }) => _id === value)?.label ?? t(unnamed)
  }
  return {
    chosen: chosen.filter(({ _id }) => values.includes(_id)),
    select: {
      options: found.map(optionOf),
      labelOf,
      loading: answer.isFetching,
      empty: <Nothing text={searchText} searching={answer.isFetching || !isCurrent} of={search} />,
      ...(among ? {} : { onSearch: setTyped }),
      onOpen: () => setOpened(true),
      after: found.length === pageSize && (
        <div className="member-more">{t('The first {n} are shown. Type to find others.', { n: pageSize })}</div>
      ),
    },
  }
}

function Nothing({ text, searching, of }: { text: string; searching: boolean; of: MemberSearch }) {
  if (searching) return t('Searching…')
  // Where a child gets its parents: an adult is none, however often the name is typed.
  if (text && of.kind === 'parent' && !of.all)
    return t('No parent found for “{text}”. An adult member needs a parent account as well, with another email.', {
      text,
    })
  if (text) return t('Nobody found for “{text}”. Search by name, phone, I/C or a parent’s name.', { text })
  return t(
    of.among || of.noUseMainIDs
      ? 'Nobody to choose from.'
      : 'Nobody to choose from. Members are enrolled under Maintenance, Membership Profile.',
  )
}

interface MemberSelectProps extends MemberSearch {
  id?: string
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
  value?: string | null
  onChange?: (id: string | null) => void
  /** Shows the chosen member in full below the field, where money is involved. */
  showsChosen?: boolean
}

/** Chooses one member; the value is the id. */
export function MemberSelect({
  kind,
  isChildrenOrAdult,
  noUseMainIDs,
  among,
  all,
  known,
  placeholder,
  value,
  onChange,
  showsChosen: told = false,
  ...rest
}: MemberSelectProps) {
  const search = given({ kind, isChildrenOrAdult, noUseMainIDs, among, all, known })
  const { chosen, select } = useMemberSearch(search, value ? [value] : [])
  return (
    <>
      <Select
        {...rest}
        {...select}
        clearable
        placeholder={placeholder ?? t('Select Member')}
        value={value}
        onChange={(id: string | undefined) => onChange?.(id ?? null)}
      />
      {told && chosen.map((member) => <ChosenMember key={member._id} member={member} />)}
    </>
  )
}

const given = (search: { [K in keyof MemberSearch]: MemberSearch[K] | undefined }): MemberSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** The member in full. */
const ChosenMember = ({ member }: { member: FoundMember }) => (
  <div className="member-chosen" role="status">
    <strong>{fullName(member)}</strong>
    <span className="muted">{factsLine(member)}</span>
  </div>
)

interface WalletSelectProps {
  /** The wallets to choose from, by their owners. */
  payers: readonly { _id: string; name: string; wallet: number }[]
  id?: string
  placeholder?: string
  value?: string
  onChange?: (id: string) => void
}

/** Chooses one of the wallets that may pay, by its owner. */
export function WalletSelect({ payers, ...control }: WalletSelectProps) {
  const { data } = useCall(chooseMember, { query: { ids: payers.map(({ _id }) => _id).join(',') } })
  const options = payers.map(({ _id, name, wallet }): Option<string> => {
    const payer = data?.items.find((each) => each._id === _id)
    const label = t('{name}, wallet {wallet}', { name, wallet: showCredit(wallet) })
    return { value: _id, label, ...(payer ? { note: memberFacts(payer).join(' · ') } : {}) }
  })
  return <Select {...control} options={options} />
}
