/**
 * The one 'Undo' wherever money moved: on the document and in the ledger. It asks with what the server says would happen;
 * where that is refused, the same window says why and offers nothing.
 *
 *   <WalletUndo undo={adjustments.undo} rehearse={adjustments.rehearseUndo} params={{ id }} of={doc_no} />
 */
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import type { undoOf } from '@academy/contract/wallet/undo.ts'
import type { ReactNode } from 'react'
import { ApiError } from '../client/api-error.ts'
import type { CallInput, InputArgument } from '../client/call-input.ts'
import { call } from '../client/client.ts'
import { t } from '../client/i18n.ts'
import { retryWhenReached } from '../client/loading/lazy.ts'
import { type ActionOptions, type DryRun, useAction } from '../client/use-action.ts'
import { ReasonButton, type ReasonButtonProps } from '../shell/Guard.tsx'

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
  const input = { params }
  const effect = async () => {
    const told = await call(rehearse, { ...input, quiet: true })
    // Read when it is asked for, since the button stands on many pages.
    const { effectOf } = await retryWhenReached(() => import('./UndoEffect.tsx'))
    return effectOf(told)
  }
  return <UndoButton {...props} input={input} effect={effect} />
}
