import { chooseMember, type FoundMember } from '@academy/contract/members/choosing.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '../../platform/client/api-error.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useRested } from '../../platform/form/debounce.ts'
import { permissionText } from '../../platform/shell/Guard.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { factsLine, fullName } from './member-facts.ts'
import { isId } from './scan.ts'
import './member-scan.css'

const offered = 8

interface MemberScanProps {
  onChoose: (member: FoundMember) => void
  /** Takes the cursor when it is drawn. */
  takesFocus: boolean
}

/**
 * Takes the scan of a member's code, which is the TM No. or the id and Enter, or whatever a member is found by. Enter
 * chooses the one it is sure of: whose number it is, or who alone was found; else one of those found is chosen.
 */
export function MemberScan({ onChoose, takesFocus }: MemberScanProps) {
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const text = typed.trim()
  const { rested: asked, hurry } = useRested(text)
  const may = useSession().can(chooseMember.may)
  const answer = useCall(
    chooseMember,
    { query: isId(asked) ? { ids: asked } : { searchText: asked, limit: offered } },
    { enabled: may && asked !== '', keep: true, quiet: true },
  )
  const isCurrent = asked === text && !answer.isFetching
  const found = isCurrent && text ? (answer.data?.items ?? []) : []

  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus()
  }, [takesFocus, id])

  function choose(member: FoundMember) {
    setTyped('')
    setEntered(undefined)
    onChoose(member)
  }

  useEffect(() => {
    if (entered === undefined || !isCurrent) return
    setEntered(undefined)
    if (entered !== text) return
    const sure = sureOf(text, found)
    if (sure) choose(sure)
    else list.current?.querySelector('button')?.focus()
  })

  function status() {
    if (!may)
      return t('Choosing a member needs the permission {permission}', { permission: permissionText(chooseMember.may) })
    if (answer.error && text) return errorMessage(answer.error)
    if (found.length === offered) return t('The first {n} are shown. Type to find others.', { n: offered })
    return text && isCurrent && found.length === 0 && t('Nobody has the code or name “{text}”.', { text })
  }

  function walk(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [document.getElementById(id), ...(list.current?.querySelectorAll('button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    event.preventDefault()
  }

  return (
    <search className="member-scan" onKeyDown={walk}>
      <label htmlFor={id}>{t('Member')}</label>
      <Input
        id={id}
        type="search"
        placeholder={t('Scan, or TM No., name, phone')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !text) return
          event.preventDefault()
          // A scanner does not wait.
          hurry()
          setEntered(text)
        }}
      />
      {found.length > 0 && (
        <ul className="plain-list" ref={list} aria-label={t('Members found')}>
          {found.map((member) => (
            <li key={member._id}>
              <button type="button" onClick={() => choose(member)}>
                <strong>{fullName(member)}</strong>
                <span className="muted">{[member.tmNo, factsLine(member)].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="muted">
        {status()}
      </p>
    </search>
  )
}

const same = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

/** Whom a text means without doubt. */
function sureOf(text: string, found: readonly FoundMember[]): FoundMember | undefined {
  const named = found.filter(({ _id, tmNo }) => same(text, tmNo) || same(text, _id))
  const sure = named.length > 0 ? named : found
  return sure.length === 1 ? sure[0] : undefined
}
