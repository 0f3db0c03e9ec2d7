import { Modal, type ModalFuncProps } from 'antd'
import { useEffect } from 'react'
import { rememberFocus } from '../shell/focus-return.ts'
import { openLayer, settled } from '../shell/layers.ts'
import type { HostProps } from './notice-host.ts'

type Api = ReturnType<typeof Modal.useModal>[0]

/** While what was agreed to is being done, the question can no longer be taken back. */
function pose(api: Api, question: ModalFuncProps) {
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

/** Where questions are asked; see notices.tsx. */
export default function QuestionHost({ onReady }: HostProps<(question: ModalFuncProps) => void>) {
  const [api, holder] = Modal.useModal()
  useEffect(() => onReady((question) => pose(api, question)), [api, onReady])
  return holder
}
