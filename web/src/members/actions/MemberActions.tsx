import type { DeletionFacts } from '@academy/contract/members/deletion.ts'
import { members } from '@academy/contract/members/members.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import type { ButtonProps } from '../../ui/first/Button.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'
import { deleteReason, disableReason } from '../member-text.ts'
import { RemovalEffect } from './RemovalEffect.tsx'

type Subject = DeletionFacts & {
  _id: string
  name: string
  isIndependent?: boolean
  children?: { isIndependent: boolean }[]
}

interface ActionProps {
  member: Subject
  /** 'link' in a table's row, a button on a page. */
  type?: ButtonProps['type']
}

export function EnableButton({ member, type = 'link' }: ActionProps) {
  const { isDisable } = member
  const change = useAction(members.update, {
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

export function DeleteButton({ member, type = 'text', onDeleted }: ActionProps & { onDeleted?: () => Promise<void> }) {
  const remove = useAction(members.remove, {
    danger: true,
    okText: 'Delete',
    dryRun: async ({ params }) => {
      const removal = await call(members.removal, { params })
      const hindrances = removal.reasons.map(({ message }) => t(message))
      return {
        effect: <RemovalEffect names={[member.name]} removal={removal} hindrances={hindrances} />,
        isRefused: hindrances.length > 0,
      }
    },
    ...(onDeleted ? { onDone: onDeleted } : {}),
  })
  return (
    <ReasonButton
      type={type}
      danger
      icon={<DeleteIcon />}
      may={members.remove.may}
      reason={deleteReason({
        ...member,
        dependents: member.children?.filter(({ isIndependent }) => !isIndependent).length,
      })}
      loading={remove.sending}
      aria-label={t('Delete {name}', { name: member.name })}
      onClick={() => remove.send({ params: { id: member._id } })}
    >
      {t('Delete')}
    </ReasonButton>
  )
}
