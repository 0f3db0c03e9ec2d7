import { type NewMember, newMember } from '@academy/contract/members/bodies.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { mayLeave } from '../platform/form/leave-warning.ts'
import { Page, useBack } from '../platform/shell/Page.tsx'
import { useAddress } from '../platform/table/address.ts'
import { Button } from '../ui/first/Button.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'
import { newParentFields, newParentSections } from './form-fields.ts'
import { MemberForm } from './MemberForm.tsx'
import { NewChildren, newChild } from './tabs/NewChildren.tsx'
import './members.css'
import { useToday } from '../platform/client/today.ts'

const listing = '/membership/listing'

function useCreate(form: FormInstance, after: (created: MemberDetail) => void) {
  const create = useAction(members.create, { form, onDone: after })
  return {
    form,
    sending: create.sending,
    onSubmit: (body: NewMember) => create.send({ body }),
  }
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

function CancelButton() {
  const back = useBack(listing)
  return <Button onClick={back}>{t('Cancel')}</Button>
}

export function CreateAdultPage() {
  const [form] = Form.useForm()
  const create = useCreate(form, useOpenMember())
  return (
    <Page title="Enroll Adult" back={listing}>
      <div className="panel">
        <MemberForm {...create} kind="adult" schema={newMember.adult} submitText="Submit" buttons={<CancelButton />} />
      </div>
    </Page>
  )
}

/** A parent and its children, registered together or not at all. */
function ParentForm({ form, withChild = false }: { form: FormInstance; withChild?: boolean }) {
  const today = useToday()
  const create = useCreate(form, useOpenMember())
  return (
    <MemberForm
      {...create}
      kind="parent"
      schema={newMember.parent}
      fields={newParentFields(today)}
      layout={newParentSections}
      initial={{ children: withChild ? [newChild] : [] }}
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
  const [child] = Form.useForm()
  const [family] = Form.useForm()
  const { data: known, isPending } = useCall(
    members.get,
    { params: { id: parent ?? '' } },
    { enabled: parent !== undefined },
  )
  async function change(next: boolean) {
    if (await mayLeave(isNew ? family : child)) setNew(next)
  }
  return (
    <Page
      title="Enroll Kids"
      {...(known ? { subtitle: t('A child of {name}', { name: known.name }) } : {})}
      back={listing}
      loading={parent !== undefined && isPending}
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
        {isNew ? <ParentForm form={family} withChild /> : <ChildForm form={child} known={known} />}
      </div>
    </Page>
  )
}

/** A child of registered parents; `known` is the one whose page the form was opened from. */
function ChildForm({ form, known }: { form: FormInstance; known: MemberDetail | undefined }) {
  const show = useOpenMember()
  const create = useCreate(form, (created) => show(known ?? created))
  return (
    <MemberForm
      {...create}
      kind="child"
      schema={newMember.child}
      initial={{ ...newChild, mainIDs: known ? [known._id] : [], address: known?.address }}
      {...(known ? { knownParents: [known] } : {})}
      submitText="Submit"
      buttons={<CancelButton />}
    />
  )
}
