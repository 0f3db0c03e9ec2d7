/**
 * The one 'Undo' wherever money moved: on the document and in the ledger. It asks with what the server says would happen;
 * where that is refused, the same window says why and offers nothing.
 *
 *   <WalletUndo undo={adjustments.undo} rehearse={adjustments.rehearseUndo} params={{ id }} of={doc_no} />
 */
import { paymentPreview } from '@academy/contract/payments/preview.ts'
import type { Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import type { UndoEffect, undoOf } from '@academy/contract/wallet/undo.ts'
import type { ReactNode } from 'react'
import { ApiError } from '../client/api-error.ts'
import type { CallInput, InputArgument } from '../client/call-input.ts'
import { call } from '../client/client.ts'
import { showCredit, showDay } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import { useSession } from '../client/session.ts'
import { type ActionOptions, type DryRun, useAction } from '../client/use-action.ts'
import { ReasonButton, type ReasonButtonProps } from '../shell/Guard.tsx'
import './undo.css'

interface Looks<R extends Endpoint> extends Pick<ActionOptions<R>, 'confirm' | 'onDone'> {
  /** What is undone, for the name of the button: 'Undo CA-0001'. */
  of: string
  /** Why it cannot be undone, where the screen knows already. */
  reason?: ReasonButtonProps['reason']
  type?: ReasonButtonProps['type']
  size?: ReasonButtonProps['size']
  text?: string
}

interface UndoButtonProps<R extends Endpoint> extends Looks<R> {
  undo: R
  input: CallInput<R>
  /** What it would do, as the server says; its refusal is shown in its place. */
  effect: () => Promise<ReactNode>
}

/** A refusal because of the state is shown where the effect would be; any other failure is a failure of the call. */
async function shown(effect: () => Promise<ReactNode>): Promise<DryRun> {
  try {
    return { effect: await effect() }
  } catch (error) {
    if (!(error instanceof ApiError && error.statusCode === 409)) throw error
    return {
      effect: (
        <>
          <p>{t('This cannot be undone.')}</p>
          <p>{t(error.message)}</p>
        </>
      ),
      isRefused: true,
    }
  }
}

export function UndoButton<R extends Endpoint>({ undo, input, effect, of, text, ...looks }: UndoButtonProps<R>) {
  const { confirm, onDone, ...button } = looks
  const action = useAction(undo, {
    danger: true,
    okText: 'Undo',
    dryRun: () => shown(effect),
    ...(confirm ? { confirm } : {}),
    ...(onDone ? { onDone } : {}),
  })
  return (
    <ReasonButton
      {...button}
      may={undo.may}
      loading={action.sending}
      aria-label={t('Undo {what}', { what: of })}
      onClick={() => action.send(...([input] as unknown as InputArgument<R>))}
    >
      {t(text ?? 'Undo')}
    </ReasonButton>
  )
}

type Undoing = ReturnType<typeof undoOf<`${string}:${string}`>>

export interface WalletUndoProps extends Looks<Undoing['undo']> {
  undo: Undoing['undo']
  rehearse: Undoing['rehearse']
  params: Record<string, string>
}

/** The same for what moved wallets. */
export function WalletUndo({ rehearse, params, ...props }: WalletUndoProps) {
  const seesOrders = useSession().can(paymentPreview.openOrders.may)
  const input = { params }
  const effect = async () => {
    const told = await call(rehearse, { ...input, quiet: true })
    return <Effect effect={told} orders={seesOrders && (await openOrders(told))} />
  }
  return <UndoButton {...props} input={input} effect={effect} />
}

/** 'Open orders: 1 (RM 200.00)' of the wallets that move, as every question about a wallet tells it. Left out without signal. */
async function openOrders({ wallets }: UndoEffect): Promise<string | false> {
  if (wallets.length === 0) return false
  try {
    const query = { members: wallets.map(({ member }) => member._id) }
    const { items } = await call(paymentPreview.openOrders, { query, quiet: true })
    const n = items.reduce((sum, { count }) => sum + count, 0)
    const amount = formatRM(items.reduce((sum, item) => sum + sen(item.amount), 0))
    return n > 0 && t('Open orders: {n} ({amount})', { n, amount })
  } catch {
    return false
  }
}

type Moved = ResultOf<Undoing['undo']>['wallets'][number]

/** 'Wallet 70 -> 100 (Tan Wei Ling)', and what becomes of its last day; among several only where it moves. */
function Wallet({ moved: { member, wallet, creditExpired }, isAlone }: { moved: Moved; isAlone: boolean }) {
  const { from, to } = creditExpired
  const day = (date: string | null) => (date === null ? t('none') : showDay(date))
  return (
    <li>
      {wallet.from === wallet.to
        ? t('Wallet stays {n} ({name})', { n: showCredit(wallet.to), name: member.name })
        : t('Wallet {from} -> {to} ({name})', {
            from: showCredit(wallet.from),
            to: showCredit(wallet.to),
            name: member.name,
          })}
      {from !== to && <small>{t('Expiry {from} -> {to}', { from: day(from), to: day(to) })}</small>}
      {from === to && isAlone && <small>{t('Expiry stays {day}', { day: day(to) })}</small>}
    </li>
  )
}

function Effect({ effect: { lines, wallets }, orders }: { effect: UndoEffect; orders: string | false }) {
  const isAlone = wallets.length === 1
  const words = lines.map((line) => (
    <p key={line} className="undo-line">
      {t(line)}
    </p>
  ))
  return (
    <>
      {/* What happens to a class is said before its many wallets. */}
      {!isAlone && words}
      <ul className="undo-wallets plain-list">
        {wallets.map((moved) => (
          <Wallet key={moved.member._id} moved={moved} isAlone={isAlone} />
        ))}
      </ul>
      {isAlone && words}
      {orders && <p className="undo-line">{orders}</p>}
    </>
  )
}
