/**
 * Toasts and questions, from anywhere:
 *
 *   notice.success('Created')   notice.error(errorMessage(error))   notice.success('Closed', () => reopen())
 *   if (await ask({ question: 'Are you sure to delete? This action cannot be undone.', danger: true })) ...
 *
 * Their code is loaded on first use, so that the sign-in page stays light.
 */

import type { ReactNode } from 'react'
import { t } from '../client/i18n.ts'
import type { Posed, Toast } from './notice-host.ts'
import { Mount, OnDemand } from './on-demand.tsx'

const toasts = new OnDemand<(toast: Toast) => void>(() => import('./ToastHost.tsx'))
const questions = new OnDemand<(question: Posed) => void>(() => import('./QuestionHost.tsx'))

/** Loads their code early; the first one may have to report that there is no signal. */
export function prepareNotices() {
  void toasts.tool()
  questions.Host.load().catch(() => undefined)
}

/** Placed once. */
export const NoticeOutlet = () => (
  <>
    <Mount of={toasts} />
    <Mount of={questions} />
  </>
)

interface Question {
  /** The first sentence becomes the title, the rest the text below it. */
  question: string
  /** What will happen, for example 'Wallet 120 → 0'. */
  effect?: ReactNode
  /** It can only be cancelled: the effect says why. */
  isRefused?: boolean
  /** In pixels, for a longer effect. */
  width?: number | undefined
  okText?: string
  /** Red button, and Enter cancels instead of confirming. */
  danger?: boolean
  /** Runs while the dialog shows a busy button that cannot be pressed again. */
  onYes?: () => Promise<unknown>
}

/** Splits off the first sentence. */
export function splitQuestion(question: string): { title: string; rest: string } {
  const end = question.search(/[?.](?=\s)/)
  return end < 0
    ? { title: question, rest: '' }
    : { title: question.slice(0, end + 1), rest: question.slice(end + 2).trim() }
}

let isAsking = false

/** Asks; true when the user agreed. While a question is open, another one counts as declined. */
export async function ask(question: Question): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  try {
    return await pose(question)
  } finally {
    isAsking = false
  }
}

async function pose({
  question,
  effect,
  isRefused = false,
  width,
  okText,
  danger = false,
  onYes,
}: Question): Promise<boolean> {
  const { title, rest } = splitQuestion(t(question))
  const open = await questions.tool()
  return new Promise((resolve) => {
    open({
      title,
      content:
        rest || effect ? (
          <>
            {rest && <p>{rest}</p>}
            {effect && <div className="effect">{effect}</div>}
          </>
        ) : undefined,
      okText: t(okText ?? 'OK'),
      danger,
      isRefused,
      width,
      onYes,
      // Only once the focus is restored, so that later focus changes are not undone.
      onAnswer: resolve,
    })
  })
}

// The key lets a repeated message replace the earlier one.
const say = (type: Toast['type']) => (words: string, onUndo?: () => void) => {
  const duration = onUndo ? 10 : type === 'error' ? 6 : 3
  void toasts.tool().then((open) => open({ type, content: t(words), key: words, duration, onUndo }))
}

export const notice = { success: say('success'), error: say('error'), warning: say('warning'), info: say('info') }
