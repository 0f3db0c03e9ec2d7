import { type FamilyRemoval, families } from '@academy/contract/families/families.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'
import { RemovalEffect } from './RemovalEffect.tsx'

function effectOf({ members, ...removal }: FamilyRemoval) {
  const hindrances = members
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ name, reasons }) => `${name}: ${reasons.map(({ message }) => t(message)).join(', ')}`)
  const names = members.map(({ name }) => name)
  const effect = <RemovalEffect names={names} removal={removal} hindrances={hindrances} />
  return { effect, isRefused: hindrances.length > 0 }
}

/** Deletes a parent with all dependent children, or nobody. */
export function FamilyDeleteButton({ parent }: { parent: { _id: string; name: string } }) {
  const navigate = useNavigate()
  const remove = useAction(families.remove, {
    danger: true,
    okText: 'Delete',
    dryRun: async ({ params }) => effectOf(await call(families.removal, { params })),
    onDone: () => navigate({ to: '/membership/listing', replace: true }),
  })
  return (
    <ReasonButton
      danger
      icon={<DeleteIcon aria-hidden />}
      may={families.remove.may}
      loading={remove.sending}
      onClick={() => remove.send({ params: { id: parent._id } })}
    >
      {t('Delete family')}
    </ReasonButton>
  )
}
