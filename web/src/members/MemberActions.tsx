import { members } from '@academy/contract/members/members.ts'
import type { DeletionFacts, Removal } from '@academy/contract/members/removal.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { DeleteOutlined } from '@ant-design/icons'
import type { ButtonProps } from 'antd'
import { call } from '../platform/client/client.ts'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { deleteReason, disableReason } from './member-text.ts'

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

/** So many numbers are listed; the rest is counted. */
const maxListed = 6

function listOf(numbers: readonly string[]): string {
  const named = numbers.slice(0, maxListed).join(', ')
  const more = numbers.length - maxListed
  return more > 0 ? t('{named} and {n} more', { named, n: more }) : named
}

/** What is deleted and what is kept, including the documents the law requires. */
function DeleteEffect({ name, removal }: { name: string; removal: Removal }) {
  const { receipts, receiptsUntil, papers, papersUntil } = removal
  return (
    <ul className="effect-list">
      <li>{t('{name} leaves every list and every class and can no longer sign in.', { name })}</li>
      <li>{t('Name, picture, contacts and all other personal data are wiped.')}</li>
      <li>{t('Payments, attendance and wallet history stay in the books, as those of a deleted member.')}</li>
      {receipts.length > 0 && (
        <li>
          {t('The name stays on official receipts, which the law says to keep until {day}: {receipts}', {
            day: showDay(receiptsUntil),
            receipts: listOf(receipts),
          })}
        </li>
      )}
      {papers.length > 0 && (
        <li>
          {t(
            'The name stays on credit adjustments and cash closes as printed, which the law says to keep until {day}: {papers}',
            { day: showDay(papersUntil), papers: listOf(papers) },
          )}
        </li>
      )}
    </ul>
  )
}

export function DeleteButton({ member, type = 'text', onDeleted }: ActionProps & { onDeleted?: () => Promise<void> }) {
  const remove = useAction(members.remove, {
    danger: true,
    okText: 'Delete',
    preview: async ({ params }) => (
      <DeleteEffect name={member.name} removal={await call(members.removal, { params })} />
    ),
    ...(onDeleted ? { onDone: onDeleted } : {}),
  })
  return (
    <ReasonButton
      type={type}
      danger
      icon={<DeleteOutlined />}
      may={members.remove.may}
      reason={deleteReason({
        ...member,
        dependents: member.children?.filter(({ isIndependent }) => !isIndependent).length,
      })}
      loading={remove.sending}
      aria-label={t('Delete {name}', { name: member.name })}
      onClick={() => remove.send({ params: { id: member._id } })}
    />
  )
}
