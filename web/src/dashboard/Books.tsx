import { books, type Proven as Verification } from '@academy/contract/books/books.ts'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { showCredit, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { PageWaiting } from '../platform/shell/Page.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Fold } from './Card.tsx'

const LastResult = lazyComponent(() => import('./LastResult.tsx'))

const pollMs = 3_000

/** When the books were last verified and the result; users who may read the audit trail can verify them again. */
export function Books() {
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useCall(books.proven, undefined)
  const prove = useAction(books.prove, {
    okText: 'Prove',
    effect: () => t('Every wallet, number and close is computed again from zero. Work goes on meanwhile.'),
  })
  const isRunning = data?.underWay ?? null
  // Brought into view where a link led to it: it comes after the cards above.
  const isLedHere = useRouterState({ select: ({ location }) => location.hash === 'books' })
  const isThere = data !== undefined
  useEffect(() => {
    if (isLedHere && isThere) document.getElementById('books')?.scrollIntoView()
  }, [isLedHere, isThere])
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  if (!data) return error && <PageWaiting />
  return (
    <>
      <Fold
        id="books"
        title={titleOf(data)}
        open={!data.last || data.last.faults > 0}
        tag={data.last && data.last.faults > 0 && <Tag color="error">{data.last.faults}</Tag>}
        note={data.last && showInstant(data.last.finishedAt)}
      >
        <p className="books-words">{describe(data)}</p>
        <div className="books-buttons">
          <ReasonButton
            may={books.prove.may}
            loading={prove.sending}
            reason={isRunning && 'The books are being proven already'}
            onClick={() => prove.send()}
          >
            {t('Prove Now')}
          </ReasonButton>
          {can(books.list.may) && data.last && <Button onClick={() => setOpen(true)}>{t('What was checked')}</Button>}
        </div>
      </Fold>
      {open && <LastResult onClose={() => setOpen(false)} />}
    </>
  )
}

function titleOf({ last }: Verification): string {
  if (!last) return 'The books have not been proven yet'
  return last.faults > 0 ? 'The books do not hold' : 'The books are whole'
}

function describe({ last, underWay }: Verification): string {
  const now = underWay ? ` ${t('Being proven since {at}.', { at: showInstant(underWay) })}` : ''
  if (!last) return `${t('Each night after 03:00 they are proven.')}${now}`
  const { checks, faults, rows, finishedAt, by, version } = last
  const facts = { at: showInstant(finishedAt), by, version, checks, faults, rows: showCredit(rows) }
  const words =
    faults > 0
      ? 'Proven on {at} by {by}, version {version}: {faults} of {checks} checks found a fault.'
      : 'Last proven on {at} by {by}, version {version}: {checks} checks, {rows} rows.'
  return t(words, facts) + now
}
