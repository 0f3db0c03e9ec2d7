/**
 * Toasts and questions, from anywhere:
 *
 *   notice.success('Created')   notice.error(wordsOf(error))   notice.warning(...)
 *   if (await ask({ question: 'Are you sure to delete? This action cannot be undone.', danger: true })) ...
 */
import { App } from 'antd'
import type { ReactNode } from 'react'
import { t } from './words.ts'

type Hooks = ReturnType<typeof App.useApp>
let hooks: Hooks | undefined

/** Placed once inside antd's App, so that notices follow its theme. */
export function NoticeOutlet() {
  hooks = App.useApp()
  return null
}

export interface Question {
  /** The first sentence becomes the title, the rest the text below it. */
  question: string
  /** What will happen, for example 'Wallet 120 -> 0'. */
  effect?: ReactNode
  okText?: string
  /** Red button, and Enter cancels instead of confirming. */
  danger?: boolean
  /** Done while the dialog shows a busy button that cannot be pressed again. */
  onYes?: () => Promise<unknown>
}

/** The first sentence and what follows it. */
export function splitQuestion(question: string): { title: string; rest: string } {
  const end = question.search(/[?.](?=\s)/)
  return end < 0 ? { title: question, rest: '' } : { title: question.slice(0, end + 1), rest: question.slice(end + 2).trim() }
}

/** Asks once; true when the person agreed. */
export function ask({ question, effect, okText, danger = false, onYes }: Question): Promise<boolean> {
  const { title, rest } = splitQuestion(t(question))
  return new Promise((resolve) => {
    if (!hooks) return resolve(false)
    hooks.modal.confirm({
      title,
      content:
        rest || effect ? (
          <>
            {rest && <p>{rest}</p>}
            {effect && <p className="effect">{effect}</p>}
          </>
        ) : undefined,
      okText: t(okText ?? 'OK'),
      cancelText: t('Cancel'),
      okButtonProps: { danger },
      autoFocusButton: danger ? 'cancel' : 'ok',
      onOk: async () => {
        await onYes?.()
        resolve(true)
      },
      onCancel: () => resolve(false),
    })
  })
}

// The same words twice at once tell nothing new: the key lets the later notice take the earlier one's place.
const say = (type: 'success' | 'error' | 'warning' | 'info') => (words: string) => {
  hooks?.message.open({ type, content: t(words), key: words, duration: type === 'error' ? 6 : 3 })
}

export const notice = { success: say('success'), error: say('error'), warning: say('warning'), info: say('info') }
