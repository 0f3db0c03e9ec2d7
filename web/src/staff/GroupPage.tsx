import { boolean, type Fields } from '@academy/contract/platform/field.ts'
import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import { inOrder } from '@academy/contract/staff/permission-names.ts'
import { permissionMap, roleField, type UserGroup, userGroups } from '@academy/contract/staff/user-groups.ts'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { RecordFrame } from '../platform/form/RecordFrame.tsx'
import { Page, useBack } from '../platform/shell/Page.tsx'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { GroupPreview } from './GroupPreview.tsx'
import { outrankedByGroup } from './outranked.ts'
import { PermissionGrid } from './PermissionGrid.tsx'
import { differingRights, heldOf, holdsIn } from './permission-choice.ts'
import { UsualRights } from './UsualRights.tsx'
import './staff.css'

const listing = '/user-group/listing'

/** The form of a user group: a new one, or the one in the address. */
export function GroupPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewGroup /> : <SavedGroup key={id} id={id} />
}

function NewGroup() {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const save = useAction(userGroups.create, { form, onDone: back })
  return (
    <Page title="Create User Group" back={listing}>
      <GroupForm form={form} sending={save.sending} onSubmit={(body) => save.send({ body })} />
    </Page>
  )
}

function SavedGroup({ id }: { id: string }) {
  return (
    <RecordFrame
      get={userGroups.get}
      id={id}
      noun="User Group"
      back={listing}
      may={userGroups.update.may}
      locked={outrankedByGroup}
      nameOf={({ role }) => role}
    >
      {(group, readOnly) => <EditGroup group={group} readOnly={readOnly} />}
    </RecordFrame>
  )
}

function effectOn(users: number): string {
  if (users === 0) return t('Nobody is in this group yet.')
  return t(
    users === 1
      ? '{n} user is signed out and comes back with these rights.'
      : '{n} users are signed out and come back with these rights.',
    { n: users },
  )
}

const isSame = (one: PermissionMap, other: PermissionMap) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const valuesOf = ({ role, permissions, secondFactorRequired }: UserGroup): Record<string, unknown> => ({
  role,
  permissions: inOrder(permissions),
  secondFactorRequired,
})

const fields: Fields = {
  role: roleField,
  permissions: { kind: 'text', label: 'Permissions', schema: permissionMap },
  secondFactorRequired: boolean('Second factor required'),
}

function EditGroup({ group, readOnly }: { group: UserGroup; readOnly: boolean }) {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const params = { id: group._id }
  const version = useEditConflict({ form, record: group, valuesOf, read: () => call(userGroups.get, { params }) })
  const save = useAction(userGroups.update, {
    form,
    prepare: version.prepare,
    onDone: back,
    effect: () => (isSame(form.getFieldValue('permissions'), group.permissions) ? null : effectOn(group.users)),
  })
  return (
    <GroupForm
      form={form}
      group={group}
      sending={save.sending}
      readOnly={readOnly}
      onSubmit={(body) => save.send({ params, body })}
      notice={<EditConflictNotice conflict={version} fields={fields} words={{ permissions: differingRights }} />}
    />
  )
}

interface GroupFormProps {
  form: FormInstance
  group?: UserGroup
  sending: boolean
  readOnly?: boolean
  onSubmit: (body: { role: string; permissions: PermissionMap; secondFactorRequired: boolean }) => unknown
  /** Shown above the buttons. */
  notice?: ReactNode
}

function GroupForm({ form, group, sending, readOnly = false, onSubmit, notice }: GroupFormProps) {
  const { user } = useSession()
  const isOwn = user?.userGroup._id === group?._id && group !== undefined
  const begin = (role: string, permissions: PermissionMap) => {
    form.setFieldValue('permissions', heldOf(permissions, holdsIn(user?.userGroup.permissions)))
    if (!form.getFieldValue('role')) form.setFieldValue('role', role)
  }
  const watched = permissionMap.safeParse(Form.useWatch('permissions', form) ?? group?.permissions ?? {})
  return (
    <div className="group-form">
      <div className="panel">
        <GuardedForm
          form={form}
          initial={group ? valuesOf(group) : { permissions: {} }}
          onFinish={({ role, permissions, secondFactorRequired }) =>
            onSubmit({
              role: String(role),
              permissions: permissionMap.parse(permissions),
              secondFactorRequired: secondFactorRequired === true,
            })
          }
        >
          <FieldItem name="role" field={roleField} disabled={readOnly} />
          <Form.Item
            name="secondFactorRequired"
            valuePropName="checked"
            extra={t('Its users add a passkey or an authenticator app before they go on.')}
          >
            <Checkbox disabled={readOnly}>{t('Second factor required')}</Checkbox>
          </Form.Item>
          {isOwn && !readOnly && (
            <p className="muted">{t('These are your own rights, which somebody else has to change.')}</p>
          )}
          {!group && <UsualRights onChoose={begin} />}
          <Form.Item name="permissions">
            <PermissionGrid disabled={readOnly || isOwn} />
          </Form.Item>
          {notice}
          {!readOnly && <FormButtons sending={sending} />}
        </GuardedForm>
      </div>
      <GroupPreview permissions={watched.success ? watched.data : {}} />
    </div>
  )
}
