import { messages } from '@academy/contract/kit/messages.ts'
import { type MemberRow, members } from '@academy/contract/members/members.ts'
import { DeleteOutlined } from '@ant-design/icons'
import type { ButtonProps } from 'antd'
import { ReasonButton } from '../kit/Guard.tsx'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'
import { deleteReason, disableReason } from './member-words.ts'

type Subject = Pick<MemberRow, '_id' | 'name' | 'isDisable' | 'wallet'> & { isProtected?: boolean }

interface ActionProps {
  member: Subject
  /** As in a table's row, or as a button of a page. */
  type?: ButtonProps['type']
}

export function EnableButton({ member, type = 'link' }: ActionProps) {
  const { isDisable } = member
  const change = useSend(members.update, {
    confirm: isDisable ? messages.enable : messages.disable,
    effect: () =>
      isDisable
        ? t('{name} can be enrolled and sold packages again.', { name: member.name })
        : t('{name} is no longer offered for enrolments and orders. What was recorded stays.', { name: member.name }),
  })
  return (
    <ReasonButton
      type={type}
      may={members.update.may}
      reason={disableReason(member)}
      loading={change.sending}
      aria-label={t(isDisable ? 'Enable {name}' : 'Disable {name}', { name: member.name })}
      onClick={() => change.send({ params: { id: member._id }, body: { isDisable: !isDisable } })}
    >
      {t(isDisable ? 'Enable' : 'Disable')}
    </ReasonButton>
  )
}

export function DeleteButton({ member, type = 'text', onDeleted }: ActionProps & { onDeleted?: () => void }) {
  const remove = useSend(members.remove, {
    danger: true,
    okText: 'Delete',
    effect: () => t('{name} leaves every list. Payments and attendance stay in the books.', { name: member.name }),
    ...(onDeleted ? { onDone: onDeleted } : {}),
  })
  return (
    <ReasonButton
      type={type}
      danger
      icon={<DeleteOutlined />}
      may={members.remove.may}
      reason={deleteReason(member)}
      loading={remove.sending}
      aria-label={t('Delete {name}', { name: member.name })}
      onClick={() => remove.send({ params: { id: member._id } })}
    />
  )
}
