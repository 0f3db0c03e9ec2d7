import { useEffect } from 'react'
import { Modal, type ModalFuncProps } from '../../ui/late/Modal.tsx'
import { rememberFocus } from '../shell/focus-return.ts'
import { openLayer, settled } from '../shell/layers.ts'
import type { HostProps } from './notice-host.ts'

type Api = ReturnType<typeof Modal.useModal>[0]

/** A question cannot be cancelled while the confirmed action runs. */
function showQuestion(api: Api, question: ModalFuncProps) {
  let busy = false
  const giveBack = rememberFocus()
  const remove = openLayer(() => {
    if (!busy) shown.destroy()
    return !busy
  })
  const shown = api.confirm({
    ...question,
    onOk: async () => {
      busy = true
      shown.update({ cancelButtonProps: { disabled: true }, keyboard: false })
      await question.onOk?.()
    },
    afterClose: async () => {
      remove()
      giveBack()
      await settled()
      question.afterClose?.()
    },
  })
}

/** Renders questions; see notices.tsx. */
export default function QuestionHost({ onReady }: HostProps<(question: ModalFuncProps) => void>) {
  const [api, holder] = Modal.useModal()
  useEffect(() => onReady((question) => showQuestion(api, question)), [api, onReady])
  return holder
}
