import { payments } from '@academy/contract/payments/payments.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useFocusReturn } from '../platform/shell/focus-return.ts'
import { useLayer } from '../platform/shell/layers.ts'
import { SearchIcon, ShoppingCartIcon } from '../ui/first/icons.ts'
import { earlyText, leaveEarlyText } from './early-text.ts'
import { MatchOption } from './MatchOption.tsx'
import { type Match, parentOf } from './matches.ts'
import type { PageEntry } from './pages.ts'
import { rememberRecent } from './recent.ts'
import { useFinder } from './use-finder.ts'
import './finder.css'

interface FinderProps {
  pages: readonly PageEntry[]
  onClose: () => void
}

/** A search field with its results below; arrows move, Enter opens, Escape closes and restores the focus. */
export default function Finder({ pages, onClose }: FinderProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState(earlyText)
  const { open, sell } = useOpen(onClose)
  const finder = useFinder(typed, pages, { open, sell })
  const id = useId()
  const { groups, active, mayFind } = finder

  // Before another key can come.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    leaveEarlyText()
  }, [])
  useFocusReturn(true)
  useLayer(true, () => {
    dialog.current?.close()
    return true
  })

  const activeId = active ? `${id}-${active.key}` : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  // Not within the page, which is inert under a dialog.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the panel closes it as Escape does
    <dialog
      ref={dialog}
      className="finder"
      aria-label={t('Find a member or page')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className="finder-panel">
        <div className="finder-field">
          <SearchIcon aria-hidden />
          <input
            role="combobox"
            aria-label={t('Find a member or page')}
            aria-expanded={groups.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            placeholder={t(mayFind ? 'Name, I/C, TM no., phone, email or page' : 'Name of a page')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={finder.onKeyDown}
          />
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('Close')}
          </button>
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={t('Results')} aria-busy={!finder.isCurrent}>
          {groups.map(({ title, matches }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with this role
            <div role="group" key={title} aria-label={t(title)}>
              <div className="finder-title" aria-hidden>
                {t(title)}
              </div>
              {matches.map((match) => (
                <MatchOption
                  key={match.key}
                  id={`${id}-${match.key}`}
                  match={match}
                  active={match === active}
                  onPoint={() => finder.point(match)}
                  onChoose={() => open(match)}
                />
              ))}
            </div>
          ))}
        </div>
        <SellLine match={active} onSell={() => active && sell(active)} />
        <div role="status" className={groups.length > 0 ? 'visually-hidden' : 'finder-nothing'}>
          {finder.status}
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

const mayBuy = (match: Match | undefined) => match?.kind === 'member' && !match.member.isDisable

/** Leads to the till with the member that is marked, for those who may sell. */
function SellLine({ match, onSell }: { match: Match | undefined; onSell: () => void }) {
  const { can } = useSession()
  if (match?.kind !== 'member' || !mayBuy(match) || !can(payments.order.may)) return null
  return (
    <button type="button" className="finder-sell" aria-keyshortcuts="Shift+Enter" onClick={onSell}>
      <ShoppingCartIcon aria-hidden />
      <span>{t('Till: {name}', { name: match.member.name })}</span> <kbd>{t('Shift Enter')}</kbd>
    </button>
  )
}

/** Opens a match, for a dependent child its parent's page; or sells to it. */
function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const { user, can } = useSession()
  function sell(match: Match) {
    if (match.kind !== 'member' || !mayBuy(match) || !can(payments.order.may)) return open(match)
    if (user) rememberRecent(user._id, { member: match.member._id })
    void navigate({ to: '/till', search: { member: match.member._id } })
    onClose()
  }
  function open(match: Match) {
    if (match.kind === 'page') {
      if (user) rememberRecent(user._id, { page: match.page.path })
      // The menu's paths are all routes, but no single route's type fits.
      void navigate({ to: match.page.path as never })
    } else if (match.kind === 'family') {
      const { _id } = match.main
      if (user) rememberRecent(user._id, { member: _id })
      void navigate({ to: '/family/$memberId', params: { memberId: _id } })
    } else {
      const { _id } = match.member
      if (user) rememberRecent(user._id, { member: _id })
      const parent = parentOf(match.member)
      void navigate({
        to: '/membership/edit/$memberId',
        params: { memberId: parent?._id ?? _id },
        search: parent ? { tab: 'children', child: _id } : {},
      })
    }
    onClose()
  }
  return { open, sell }
}
