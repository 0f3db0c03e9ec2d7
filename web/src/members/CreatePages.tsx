import type { MemberKind } from '@academy/contract/members/fields.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useAddress } from '../kit/address.ts'
import { Page, useBack } from '../kit/Page.tsx'
import { useCall } from '../kit/query.ts'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'
import { MemberForm } from './MemberForm.tsx'
import './members.css'

const listing = '/membership/listing'

function useCreate(kind: MemberKind, after: (created: MemberDetail) => void) {
  const [form] = Form.useForm()
  const create = useSend(members.create, { form, onDone: after })
  return {
    form,
    sending: create.sending,
    onSubmit: (body: Record<string, unknown>) => create.send({ body: { ...body, kind } }),
  }
}

/** To the new member's page; going back leads to where the form was opened from. */
function useShow() {
  const navigate = useNavigate()
  return ({ _id }: { _id: string }) =>
    void navigate({ to: '/membership/edit/$memberId', params: { memberId: _id }, replace: true })
}

function CancelButton() {
  const back = useBack(listing)
  return <Button onClick={back}>{t('Cancel')}</Button>
}

export function CreateAdultPage() {
  const create = useCreate('adult', useShow())
  return (
    <Page title="Enroll Adult" back={listing}>
      <div className="panel">
        <MemberForm {...create} kind="adult" submitText="Submit" buttons={<CancelButton />} />
      </div>
    </Page>
  )
}

export function CreateParentPage() {
  const navigate = useNavigate()
  const show = useShow()
  const { next } = useAddress()
  const childNext = next === 'kids'
  const create = useCreate('parent', (parent) => {
    if (childNext) void navigate({ to: '/membership/create/kids', search: { parent: parent._id }, replace: true })
    else show(parent)
  })
  return (
    <Page title="Create Parent" subtitle="The account that pays for its children" back={listing}>
      <div className="panel">
        <MemberForm
          {...create}
          kind="parent"
          submitText={childNext ? 'Submit and add the child' : 'Submit'}
          buttons={<CancelButton />}
        />
      </div>
    </Page>
  )
}

const defaultNationality = 'Malaysian'

export function CreateKidsPage() {
  const { parent } = useAddress()
  const create = useCreate('child', useShow())
  const { data: known, isPending } = useCall(
    members.get,
    { params: { id: parent ?? '' } },
    { enabled: parent !== undefined },
  )
  return (
    <Page title="Enroll Kids" back={listing} loading={parent !== undefined && isPending}>
      <div className="panel">
        <MemberForm
          {...create}
          kind="child"
          initial={{
            nationality: defaultNationality,
            mainIDs: known ? [known._id] : [],
            address: known?.address,
          }}
          {...(known ? { knownParents: [known] } : {})}
          parentHint={
            <>
              {t('Not registered yet?')}{' '}
              <Link to="/membership/create/parent" search={{ next: 'kids' }}>
                {t('Create the parent first')}
              </Link>
            </>
          }
          submitText="Submit"
          buttons={<CancelButton />}
        />
      </div>
    </Page>
  )
}
