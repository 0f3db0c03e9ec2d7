import { type Newcomer, newcomers } from '@academy/contract/attendance/newcomers.ts'
import { type NewMember, newMember } from '@academy/contract/members/bodies.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { singleBlanks } from '@academy/contract/platform/text.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { can } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Unreadable } from '../platform/feedback/ErrorPage.tsx'
import { mayLeave } from '../platform/form/leave-warning.ts'
import { Page, useBack } from '../platform/shell/Page.tsx'
import { useAddress } from '../platform/table/address.ts'
import { Button } from '../ui/first/Button.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'
import { newParentFields, newParentSections } from './form/form-fields.ts'
import { MemberForm } from './form/MemberForm.tsx'
import { NewChildren, newChild } from './tabs/NewChildren.tsx'
import './members.css'

const listing = '/membership/listing'

function useCreate(form: FormInstance, after: (created: MemberDetail) => void) {
  const create = useAction(members.create, { form, preview: ({ body }) => namesakesOf(body), onDone: after })
  return {
    form,
    sending: create.sending,
    onSubmit: (body: NewMember) => create.send({ body }),
  }
}

const named = ({ name, dob }: { name: string; dob?: string | null | undefined }) =>
  `${singleBlanks(name).toLowerCase()} ${dob}`

/** Says of a new child that the family has one of its name and birthday already; null for any other member. */
async function namesakesOf(body: NewMember | undefined) {
  if (body?.kind === 'child' && can(members.get.may)) {
    const parents = await Promise.all(body.mainIDs.map((id) => call(members.get, { params: { id } })))
    const [parent] = parents.filter(({ children }) => children.some((child) => named(child) === named(body)))
    if (parent) return t('{parent} has a child of this name and birthday already.', { parent: parent.name })
  }
  if (body?.kind === 'parent') {
    const names = (body.children ?? []).map(named)
    const twice = body.children?.find((child, index) => names.indexOf(named(child)) !== index)
    if (twice) return t('{name} is in this form twice, with the same birthday.', { name: twice.name })
  }
  return null
}

/** Opens a member's page, a parent's at the children; going back from there leads to where the form was opened from. */
function useOpenMember() {
  const navigate = useNavigate()
  return ({ _id, kind }: Pick<MemberDetail, '_id' | 'kind'>) =>
    void navigate({
      to: '/membership/edit/$memberId',
      params: { memberId: _id },
      ...(kind === 'parent' ? { search: { tab: 'children' } } : {}),
      replace: true,
    })
}

/** Whom the address names: somebody who came to a class, is enrolled here and then charged for it. */
function useNewcomer() {
  const { newcomer: id } = useAddress()
  const { data, isPending, error } = useCall(newcomers.get, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  return { newcomer: data, isLoading: id !== undefined && isPending, unread: !data && error }
}

/** Goes on to charge the newcomer's class, else opens the member. */
function useAfterEnrol(newcomer: Newcomer | undefined) {
  const navigate = useNavigate()
  const open = useOpenMember()
  return (created: MemberDetail, shown: Pick<MemberDetail, '_id' | 'kind'> = created) => {
    if (!newcomer) return open(shown)
    const member = created.kind === 'parent' ? created.children[0]?._id : created._id
    const search = { newcomer: newcomer._id, member }
    void navigate({ to: '/outstanding-credit/listing', search: search as never, replace: true })
  }
}

function CancelButton() {
  const back = useBack(listing)
  return <Button onClick={back}>{t('Cancel')}</Button>
}

export function CreateAdultPage() {
  const [form] = Form.useForm()
  const { newcomer, isLoading, unread } = useNewcomer()
  const after = useAfterEnrol(newcomer)
  const create = useCreate(form, (created) => after(created))
  if (unread) return <Unreadable title="Enroll Adult" back={listing} error={unread} />
  return (
    <Page title="Enroll Adult" back={listing} loading={isLoading}>
      <div className="panel">
        <MemberForm
          {...create}
          kind="adult"
          schema={newMember.adult}
          initial={{ name: newcomer?.name, phoneNo: newcomer?.phoneNo }}
          submitText="Submit"
          buttons={<CancelButton />}
        />
      </div>
    </Page>
  )
}

/** A parent and its children, registered together or not at all. */
function ParentForm({
  form,
  withChild = false,
  newcomer,
}: {
  form: FormInstance
  withChild?: boolean
  newcomer?: Newcomer | undefined
}) {
  const today = useToday()
  const after = useAfterEnrol(newcomer)
  const create = useCreate(form, (created) => after(created))
  return (
    <MemberForm
      {...create}
      kind="parent"
      schema={newMember.parent}
      fields={newParentFields(today)}
      layout={newParentSections}
      initial={{
        phoneNo: newcomer?.phoneNo,
        children: withChild ? [{ ...newChild, name: newcomer?.name }] : [],
      }}
      submitText="Submit"
      buttons={<CancelButton />}
    >
      <NewChildren />
    </MemberForm>
  )
}

export function CreateParentPage() {
  const [form] = Form.useForm()
  return (
    <Page title="Create Parent" subtitle="The account that pays for its children" back={listing}>
      <div className="panel">
        <ParentForm form={form} />
      </div>
    </Page>
  )
}

export function CreateKidsPage() {
  const { parent } = useAddress()
  const [isNew, setNew] = useState(false)
  const { newcomer, isLoading, unread } = useNewcomer()
  const [child] = Form.useForm()
  const [family] = Form.useForm()
  const {
    data: known,
    isPending,
    error,
  } = useCall(members.get, { params: { id: parent ?? '' } }, { enabled: parent !== undefined })
  async function change(next: boolean) {
    if (await mayLeave(isNew ? family : child)) setNew(next)
  }
  const problem = unread || (!known && error)
  if (problem) return <Unreadable title="Enroll Kids" back={listing} error={problem} />
  return (
    <Page
      title="Enroll Kids"
      {...(known ? { subtitle: t('A child of {name}', { name: known.name }) } : {})}
      back={listing}
      loading={isLoading || (parent !== undefined && isPending)}
    >
      <div className="panel">
        {!known && (
          <RadioGroup
            className="parent-choice"
            aria-label={t('The parent')}
            value={isNew}
            onChange={(next) => void change(next)}
            options={[
              { value: false, label: t('The parent is registered already') },
              { value: true, label: t('Register the parent in the same step') },
            ]}
          />
        )}
        {isNew ? (
          <ParentForm form={family} withChild newcomer={newcomer} />
        ) : (
          <ChildForm form={child} known={known} newcomer={newcomer} />
        )}
      </div>
    </Page>
  )
}

/** A child of registered parents; `known` is the one whose page the form was opened from. */
function ChildForm({
  form,
  known,
  newcomer,
}: {
  form: FormInstance
  known: MemberDetail | undefined
  newcomer: Newcomer | undefined
}) {
  const after = useAfterEnrol(newcomer)
  const create = useCreate(form, (created) => after(created, known))
  return (
    <MemberForm
      {...create}
      kind="child"
      schema={newMember.child}
      initial={{
        ...newChild,
        name: newcomer?.name,
        phoneNo: newcomer?.phoneNo,
        mainIDs: known ? [known._id] : [],
        address: known?.address,
      }}
      {...(known ? { knownParents: [known] } : {})}
      submitText="Submit"
      buttons={<CancelButton />}
    />
  )
}
