/**
 * Changes something: asks the endpoint's `confirm`, sends once, shows its `done`, reads the screen again.
 *
 *   const save = useAction(belts.create, { form, onDone: () => goBack() })
 *   <Form form={form} onFinish={(body) => save.send({ body })}> ... <Button htmlType="submit" loading={save.sending}>
 *
 *   const clear = useAction(expiration.clear, { danger: true, effect: () => `Wallet ${wallet} → 0` })
 *   <Button loading={clear.sending} onClick={() => clear.send({ params: { id } })}>
 *
 * `send` resolves to the result, or to undefined when the user declined or the call failed. The server's message is
 * shown as a toast, and at the fields of `form` it belongs to. What no answer came to is done once, however often it is pressed
 * again, and asked once.
 */

import type { Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { type ReactNode, useRef, useState } from 'react'
import type { FormInstance } from '../../ui/form/Form.tsx'
import { ask, notice } from '../feedback/notices.tsx'
import { markSaved } from '../form/leave-warning.ts'
import { settled } from '../shell/layers.ts'
import { ApiError, errorMessage, isOutOfReach } from './api-error.ts'
import { anyInput, type CallInput, type InputArgument } from './call-input.ts'
import { call } from './client.ts'
import { t } from './i18n.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { useIsHere } from './is-here.ts'
import { readAgain } from './query.ts'
import { currentUser, doubtRights } from './session/session.ts'

/** `isRefused` where the server would refuse it now: then the effect says why, and it cannot be agreed to. */
export interface DryRun {
  effect: ReactNode
  isRefused?: boolean
}

export interface ActionOptions<R extends Endpoint> {
  form?: FormInstance
  /** Replaces the endpoint's question; false asks nothing. */
  confirm?: string | false
  /** Replaces the endpoint's success notice; false shows none. */
  done?: string | false | ((result: ResultOf<R>) => string)
  /** What the action will do, shown with the question. */
  effect?: (input: CallInput<R>) => ReactNode
  /** The effect as the server previews it, read before the question; an error is reported like a failed call. */
  preview?: (input: CallInput<R>) => Promise<ReactNode>
  /** The same where the preview may find that it would be refused. */
  dryRun?: (input: CallInput<R>) => Promise<DryRun>
  okText?: string
  danger?: boolean
  /**
   * What is sent, made right before, after the question; what it throws is told as a failure of the call. Asked again, with
   * `again`, where the server says that the document has changed (412): what it makes then is sent once more.
   */
  prepare?: (input: CallInput<R>, again: boolean) => Promise<CallInput<R>>
  onDone?: (result: ResultOf<R>, input: CallInput<R>) => void | Promise<void>
  onFail?: (error: unknown) => void
}

/** Shows messages at their fields; `children.0.name` finds ['children', 0, 'name']. */
export function showAtFields(form: FormInstance, details: ApiError['details']) {
  const fields = details.map(({ path, message }) => ({
    name: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    errors: [t(message)],
  }))
  form.setFields(fields)
  form.wrong.refuse()
  const [first] = fields
  // A question before it gives its step of the history back, and with it the scroll of then.
  if (first) void settled().then(() => form.focusField(first.name))
}

const refused = Symbol('refused')

/** Milliseconds after which who presses again means it anew. */
const unsureFor = 600_000

/** What no answer came to, as it was sent: it may have been done. Forgotten with the next change that has an answer. */
let unsure: { of: string; sent: unknown; until: number } | undefined

/** Who asks for what. */
const textOf = ({ method, path }: Endpoint, input: unknown) =>
  JSON.stringify([currentUser()?._id, method, path, input], (_, value: unknown) =>
    value instanceof File ? value.name + value.lastModified : value,
  )

type Outcome<R extends Endpoint> = { result: ResultOf<R> } | { error: unknown }

export function useAction<R extends Endpoint>(route: R, options: ActionOptions<R> = {}) {
  const [sending, setSending] = useState(false)
  // State arrives a render too late for a double click.
  const busy = useRef(false)
  const isHere = useIsHere()

  const unsureOf = (input: CallInput<R> | undefined) =>
    unsure && unsure.until > Date.now() && unsure.of === textOf(route, input)
      ? (unsure.sent as InputArgument<R>)
      : undefined

  async function prepared(input: CallInput<R> | undefined, again: boolean): Promise<InputArgument<R>> {
    const given = options.prepare ? await options.prepare((input ?? {}) as CallInput<R>, again) : input
    const idempotencyKey = route.method === 'GET' ? undefined : newIdempotencyKey()
    return [{ ...anyInput(given), quiet: true, idempotencyKey }] as unknown as InputArgument<R>
  }

  async function perform(input: CallInput<R> | undefined): Promise<Outcome<R>> {
    setSending(true)
    let sent = unsureOf(input)
    try {
      sent ??= await prepared(input, false)
      const result = await call(route, ...sent).catch(async (error) => {
        if (!options.prepare || !(error instanceof ApiError && error.statusCode === 412)) throw error
        sent = await prepared(input, true)
        return call(route, ...sent)
      })
      unsure = undefined
      return { result }
    } catch (error) {
      const isUnsure = !route.toldOnce && isOutOfReach(error)
      unsure = sent && isUnsure ? { of: textOf(route, input), sent, until: Date.now() + unsureFor } : undefined
      return { error }
    } finally {
      setSending(false)
    }
  }

  /** Reports the outcome. The question is closed by then, so that focus and page changes made here stay. */
  async function report(outcome: Outcome<R>, input: CallInput<R>): Promise<ResultOf<R> | undefined> {
    if ('error' in outcome) {
      fail(outcome.error)
      return undefined
    }
    const { result } = outcome
    if (route.method !== 'GET') doubtRights()
    const done = typeof options.done === 'function' ? options.done(result) : (options.done ?? route.done)
    if (options.form) markSaved(options.form)
    if (done) notice.success(done)
    await options.onDone?.(result, input)
    void readAgain()
    return result
  }

  function fail(error: unknown) {
    if (!(error instanceof ApiError && error.sessionLost)) notice.error(errorMessage(error))
    options.onFail?.(error)
    // The screen showed a state the server no longer has.
    if (error instanceof ApiError && [404, 409, 412].includes(error.statusCode)) void readAgain()
    if (options.form && error instanceof ApiError) showAtFields(options.form, error.details)
  }

  /** What is shown with the question, or that it is not asked. */
  async function effectOf(input: CallInput<R>): Promise<DryRun | typeof refused> {
    const { dryRun, preview } = options
    if (!dryRun && !preview) return { effect: options.effect?.(input) }
    setSending(true)
    try {
      return dryRun ? await dryRun(input) : { effect: await preview?.(input) }
    } catch (error) {
      fail(error)
      return refused
    } finally {
      setSending(false)
    }
  }

  /** The outcome; undefined when the user declined. */
  async function askAndPerform(input: CallInput<R> | undefined): Promise<Outcome<R> | undefined> {
    const question = options.confirm ?? route.confirm
    // Who presses again has agreed to the same already; its effect cannot be told, since it may be there.
    if (!question || unsureOf(input)) return perform(input)
    const effect = await effectOf((input ?? {}) as CallInput<R>)
    if (effect === refused) return undefined
    // Whoever left what asks while its effect was read would take it for a question of what is on screen now. A menu that has
    // closed has nothing to read.
    const isLate = Boolean(options.dryRun ?? options.preview)
    if (isLate && !isHere.current) return undefined
    let outcome: Outcome<R> | undefined
    await ask({
      question,
      ...effect,
      width: options.dryRun && 560,
      okText: options.okText,
      danger: options.danger,
      onYes: async () => {
        outcome = await perform(input)
      },
    })
    return outcome
  }

  async function send(...[input]: InputArgument<R>): Promise<ResultOf<R> | undefined> {
    if (busy.current) return undefined
    busy.current = true
    try {
      const outcome = await askAndPerform(input)
      return outcome && (await report(outcome, (input ?? {}) as CallInput<R>))
    } finally {
      busy.current = false
    }
  }

  return { send, sending }
}
