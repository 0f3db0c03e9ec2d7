import { Modal, type ModalFuncProps } from 'antd'
import { useEffect } from 'react'
import type { HostProps } from './notice-host.ts'

/** Where questions are asked; see notices.tsx. */
export default function QuestionHost({ onReady }: HostProps<(question: ModalFuncProps) => void>) {
  const [api, holder] = Modal.useModal()
  useEffect(() => onReady((question) => void api.confirm(question)), [api, onReady])
  return holder
}
