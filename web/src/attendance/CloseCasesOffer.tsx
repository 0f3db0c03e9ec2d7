import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { closable } from '@academy/contract/wallet/rules.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { walletChange } from '../platform/client/wallet-change.ts'
import { Button } from '../ui/first/Button.tsx'
import { ClosedCases } from './AttendanceChange.tsx'
import './close-cases.css'

/** Ids of a call at most; a wallet owes for fewer classes. */
const maxCases = 1000

/** What a wallet owes for, oldest first. */
const openCasesOf = (wallet: string) => ({
  query: { outstanding: true, walletMember: wallet, sort: '+classDate', limit: maxCases },
})

const creditOf = ({ creditMinus }: AttendanceRow) => creditMinus
const sum = (cases: readonly AttendanceRow[]) => cases.reduce((credits, each) => credits + creditOf(each), 0)

/** The open cases that the wallet they are charged to covers, with its balance before and after. */
function coveredOf(cases: readonly AttendanceRow[]) {
  const from = cases[0]?.walletMember.wallet ?? 0
  const { paid, balance } = closable(from, cases, creditOf)
  return { paid, from, to: balance }
}

/** Whether a wallet covers any class it still owes for. False where that cannot be known. */
export const coversCases = (wallet: string): Promise<boolean> =>
  call(attendance.list, { ...openCasesOf(wallet), quiet: true }).then(
    ({ items }) => coveredOf(items).paid.length > 0,
    () => false,
  )

interface CloseCasesOfferProps {
  /** Whose wallet. */
  payer: { _id: string; name: string }
  /** Buttons beside its own. */
  children?: ReactNode
}

/** After a top-up: the classes that the wallet owes for and covers now, closed by one click and opened again by another. */
export function CloseCasesOffer({ payer, children }: CloseCasesOfferProps) {
  const may = useSession().can(attendance.closeSeveral.may)
  const { data } = useCall(attendance.list, openCasesOf(payer._id), { enabled: may, quiet: true })
  const [done, setDone] = useState<{ settlement: string; closed: AttendanceRow[] }>()
  const [isReopened, setReopened] = useState(false)
  const [problem, setProblem] = useState<string>()
  const onFail = (error: unknown) => setProblem(errorMessage(error))
  const close = useAction(attendance.closeSeveral, {
    confirm: false,
    done: ({ closed, failed }) =>
      failed.length === 0 ? 'Closed' : t('{n} closed, {m} left open', { n: closed.length, m: failed.length }),
    onDone: (answer) => {
      setProblem(undefined)
      setDone(answer)
    },
    onFail,
  })
  const reopen = useAction(attendance.reopen, {
    confirm: false,
    onDone: () => {
      setProblem(undefined)
      setDone(undefined)
      setReopened(true)
    },
    onFail,
  })
  const open = data?.items ?? []
  const { paid, from, to } = coveredOf(open)
  if (done) {
    const { settlement, closed } = done
    const left = closed[0]?.walletMember.wallet ?? 0
    return (
      <Frame key={settlement} title={t('Closed: {n}', { n: closed.length })} problem={problem} takesFocus>
        <p>{walletChange(payer.name, left + sum(closed), left)}</p>
        <ClosedCases cases={closed} />
        <div className="close-cases-acts">
          <Button loading={reopen.sending} onClick={() => reopen.send({ params: { settlement } })}>
            {t('Undo')}
          </Button>
          {children}
        </div>
      </Frame>
    )
  }
  if (paid.length === 0) return null
  const left = open.length - paid.length
  return (
    <Frame
      title={t(open.length === 1 ? '1 class is owed for' : '{n} classes are owed for', { n: open.length })}
      problem={problem}
      takesFocus={isReopened}
    >
      <p>{walletChange(payer.name, from, to)}</p>
      <ClosedCases cases={paid} />
      {left > 0 && <p>{t('{n} left open: the wallet covers no more.', { n: left })}</p>}
      <div className="close-cases-acts">
        <Button
          type="primary"
          loading={close.sending}
          onClick={() => close.send({ body: { ids: paid.map(({ _id }) => _id) } })}
        >
          {paid.length === 1 ? t('Close 1 case') : t('Close {n} cases', { n: paid.length })}
        </Button>
        {children}
      </div>
    </Frame>
  )
}

interface FrameProps {
  title: string
  problem: string | undefined
  /** When it is drawn: the button that was pressed is gone, and a second press must not meet the next one. */
  takesFocus: boolean
  children: ReactNode
}

function Frame({ title, problem, takesFocus, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section className="close-cases" aria-label={t('Outstanding cases')}>
      <h3 ref={heading} tabIndex={-1} aria-live="polite">
        {title}
      </h3>
      {problem && (
        <p role="alert" className="close-cases-problem">
          {problem}
        </p>
      )}
      {children}
    </section>
  )
}
