/**
 * Edit, Enable or Disable, Delete: the actions of every row of a reference list.
 *
 *   <EntryActions entry={row} name={row.description} routes={listRoutes(sports)} path="/sport" />
 */
import type { Entry, ListEndpoints } from '@academy/contract/platform/list.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { AnchorButton, type ButtonProps } from '../../../ui/first/Button.tsx'
import { DeleteIcon } from '../../../ui/first/icons.ts'
import { t } from '../../client/i18n.ts'
import { useSession } from '../../client/session/session.ts'
import { useAction } from '../../client/use-action.ts'
import { ReasonButton } from '../../shell/Guard.tsx'
import { RowActions } from './RowActions.tsx'

interface LookProps extends Omit<ComponentProps<typeof AnchorButton>, 'type'> {
  /** A button's `type`, a name the router uses itself. */
  look?: ButtonProps['type']
}

/** A router link that looks like a button. */
export const ButtonLink = createLink(({ look, ...props }: LookProps) => <AnchorButton {...props} type={look} />)

export interface EntryActionsProps {
  entry: Pick<Entry, '_id' | 'isDisable' | 'is_protected'>
  /** The display name, for labels and questions. */
  name: string
  routes: Pick<ListEndpoints, 'update' | 'remove'>
  /** Its edit page is `{path}/edit/{id}`. */
  path: string
  /** What enabling, disabling and deleting does, where it is more than being offered; `{name}` is filled in. */
  effects?: { enable: string; disable: string; remove?: string }
  /** Why this user cannot change it at all. */
  locked?: string | false
  /** Why it cannot be disabled. */
  stay?: string | false
  /** Why it cannot be deleted. */
  keep?: string | false
  /** Stands in sight instead of Edit, which goes into the menu. */
  act?: ReactNode
  /** Further buttons of the menu. */
  children?: ReactNode
}

export function EntryActions(props: EntryActionsProps) {
  return (
    <RowActions quiet name={props.name} act={props.act ?? <EditLink {...props} />}>
      {props.act && <EditLink {...props} />}
      {props.children}
      <EnableButton {...props} />
      <DeleteButton {...props} />
    </RowActions>
  )
}

function EditLink({ entry, name, routes, path, locked }: EntryActionsProps) {
  const edits = useSession().can(routes.update.may) && !locked
  const page: string = `${path}/edit/${entry._id}`
  return (
    <ButtonLink to={page} size="small" aria-label={t(edits ? 'Edit {name}' : 'View {name}', { name })}>
      {t(edits ? 'Edit' : 'View')}
    </ButtonLink>
  )
}

const usual = {
  enable: '{name} is offered for choosing again.',
  disable: '{name} is no longer offered for choosing. Where it is used already it stays.',
}

function EnableButton({ entry, name, routes, locked, stay, effects = usual }: EntryActionsProps) {
  const { isDisable } = entry
  const { can } = useSession()
  const change = useAction(routes.update, {
    confirm: isDisable ? messages.enable : messages.disable,
    effect: () => t(isDisable ? effects.enable : effects.disable, { name }),
    okText: isDisable ? 'Enable' : 'Disable',
  })
  return (
    <ReasonButton
      type="text"
      may={routes.update.may}
      reason={(can(routes.update.may) && locked) || (!isDisable && stay)}
      loading={change.sending}
      aria-label={t(isDisable ? 'Enable {name}' : 'Disable {name}', { name })}
      onClick={() => change.send({ params: { id: entry._id }, body: { isDisable: !isDisable } })}
    >
      {t(isDisable ? 'Enable' : 'Disable')}
    </ReasonButton>
  )
}

function DeleteButton({ entry, name, routes, locked, keep, effects }: EntryActionsProps) {
  const { can } = useSession()
  const remove = useAction(routes.remove, {
    danger: true,
    okText: 'Delete',
    effect: () => (effects?.remove ? t(effects.remove, { name }) : name),
  })
  return (
    <ReasonButton
      type="text"
      danger
      icon={<DeleteIcon />}
      may={routes.remove.may}
      reason={
        (can(routes.remove.may) && locked) ||
        (entry.is_protected && 'This entry is protected and cannot be deleted') ||
        keep
      }
      loading={remove.sending}
      aria-label={t('Delete {name}', { name })}
      onClick={() => remove.send({ params: { id: entry._id } })}
    >
      {t('Delete')}
    </ReasonButton>
  )
}
