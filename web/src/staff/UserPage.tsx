import { secondFactor } from '@academy/contract/staff/second-factor.ts'
import { type User, userBody, userFields, users, userUpdate } from '@academy/contract/staff/users.ts'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../platform/client/client.ts'
import { withTagOf } from '../platform/client/document-tag.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { LookupSelectMany } from '../platform/form/LookupSelect.tsx'
import { RecordFrame } from '../platform/form/RecordFrame.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page, useBack } from '../platform/shell/Page.tsx'
import { Checkbox } from '../ui/form/Checkbox.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { outrankedBy } from './outranked.ts'
import { PasswordButton } from './PasswordButton.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { UserDevices } from './UserDevices.tsx'
import { changesRights, formFields, userBodyOf, valuesOf, withAccessField } from './user-values.ts'

const listing = '/user/listing'

/** The form of a user: a new one, or the one in the address. */
export function UserPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewUser /> : <SavedUser key={id} id={id} />
}

function NewUser() {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const save = useAction(users.create, { form, onDone: back })
  return (
    <Page title="Create User" back={listing}>
      <div className="panel">
        <UserForm
          form={form}
          sending={save.sending}
          onSubmit={(values) => save.send({ body: userBody.parse(values) })}
        />
      </div>
    </Page>
  )
}

function SavedUser({ id }: { id: string }) {
  return (
    <RecordFrame
      get={users.get}
      id={id}
      noun="User"
      back={listing}
      may={users.update.may}
      locked={outrankedBy}
      nameOf={({ username }) => username}
      actions={(user) => <PasswordButton user={user} />}
    >
      {(user, readOnly) => (
        <>
          <div className="panel">
            <EditUser user={user} readOnly={readOnly} />
          </div>
          {!readOnly && <UserDevices user={user} />}
          {!readOnly && user.hasSecondFactor && <LostFactor user={user} />}
        </>
      )}
    </RecordFrame>
  )
}

/** Removes the second factors of somebody who lost them. */
function LostFactor({ user }: { user: User }) {
  const reset = useAction(secondFactor.reset, {
    danger: true,
    okText: 'Remove',
    effect: () => t('{name} is signed out and signs in with the password alone.', { name: user.username }),
  })
  const isOwn = useSession().user?._id === user._id
  return (
    <section className="panel" aria-label={t('Second factor')}>
      <div className="devices-head">
        <h2>{t('Second factor')}</h2>
        <ReasonButton
          danger
          reason={isOwn && 'Your own is removed on the page Profile'}
          loading={reset.sending}
          onClick={() => reset.send({ params: { id: user._id } })}
        >
          {t('Remove second factor')}
        </ReasonButton>
      </div>
      <p className="muted">{t('For somebody who has lost the device and the recovery codes.')}</p>
    </section>
  )
}

function EditUser({ user, readOnly }: { user: User; readOnly: boolean }) {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const params = { id: user._id }
  const isOwn = useSession().user?._id === user._id
  const version = useEditConflict({
    form,
    record: withTagOf(user, withAccessField(user)),
    valuesOf,
    read: async () => {
      const now = await call(users.get, { params })
      return withTagOf(now, withAccessField(now))
    },
  })
  const save = useAction(users.update, {
    form,
    prepare: version.prepare,
    effect: ({ body }) =>
      body && !isOwn && changesRights(user, body)
        ? t('{name} is signed out and comes back with the new rights.', { name: user.username })
        : null,
    onDone: back,
  })
  return (
    <UserForm
      form={form}
      user={user}
      sending={save.sending}
      readOnly={readOnly}
      onSubmit={(values) => save.send({ params, body: userUpdate.parse(values) })}
      notice={<EditConflictNotice conflict={version} fields={formFields} />}
    />
  )
}

interface UserFormProps {
  form: FormInstance
  user?: User
  sending: boolean
  readOnly?: boolean
  onSubmit: (body: Record<string, unknown>) => unknown
  /** Shown above the buttons. */
  notice?: ReactNode
}

/** The centres of a user who is held to some, as what can be chosen of; undefined for whoever has all. */
function useOwnCentres() {
  const { user, inCharge } = useSession()
  if (!user || inCharge(null)) return undefined
  return user.centreIncharge.map(({ _id, description }) => ({ _id, label: description }))
}

/** A centre's user has centres and no coach; any other may have a coach and no centres. */
function UserForm({ form, user, sending, readOnly = false, onSubmit, notice }: UserFormProps) {
  const isCenter: unknown = Form.useWatch('isCenter', form)
  const held = isCenter === undefined ? (user?.isCenter ?? false) : isCenter === true
  const shared = { entry: user ?? null }
  const ownCentres = useOwnCentres()
  const setAccess = (ticked: boolean) => form.setFieldsValue(ticked ? { coachRelated: null } : { centreIncharge: [] })
  return (
    <GuardedForm form={form} initial={valuesOf(user, ownCentres)} onFinish={(values) => onSubmit(userBodyOf(values))}>
      <div className="field-grid">
        {(['username', 'email', 'userGroup'] as const).map((name) => (
          <FieldItem key={name} {...shared} name={name} field={userFields[name]} disabled={readOnly} />
        ))}
      </div>
      {!user && <PasswordFields />}
      <div className="field-grid">
        <Form.Item
          name="isCenter"
          valuePropName="checked"
          label={t('Works for')}
          extra={ownCentres && !readOnly && t('You have some centres only, and so have the users you make.')}
        >
          <Checkbox
            aria-label={t('Center')}
            disabled={readOnly || ownCentres !== undefined}
            onChange={(event) => setAccess(event.target.checked)}
          >
            {t('Center')}
          </Checkbox>
        </Form.Item>

        <FieldItem
          {...shared}
          name="centreIncharge"
          field={userFields.centreIncharge}
          disabled={readOnly || !held}
          extra={t(held ? 'Sees these centres only, unless all are open.' : 'For users ticked as Center.')}
          {...(ownCentres && !readOnly ? { control: <LookupSelectMany resource="centre" only={ownCentres} /> } : {})}
        />

        <FieldItem
          {...shared}
          name="coachRelated"
          field={userFields.coachRelated}
          disabled={readOnly || held}
          extra={t(held ? 'Not for users ticked as Center.' : 'The coach this person is, if any.')}
        />

        <Form.Item name="accessAllCentres" valuePropName="checked" label={t('Access Right')}>
          <Checkbox aria-label={t('Access all centres')} disabled={readOnly || ownCentres !== undefined}>
            {t('Access all centres')}
          </Checkbox>
        </Form.Item>
      </div>
      {notice}
      {!readOnly && <FormButtons sending={sending} />}
    </GuardedForm>
  )
}
