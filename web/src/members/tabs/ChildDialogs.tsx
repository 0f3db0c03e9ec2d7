import { chooseMember, type FoundMember } from '@academy/contract/members/choosing.ts'
import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { call } from '../../platform/client/client.ts'
import { tagOf } from '../../platform/client/document-tag.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { CancelButton, FormButtons } from '../../platform/form/FormButtons.tsx'
import { PageWaiting } from '../../platform/shell/Page.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { ProfileForm } from '../form/ProfileForm.tsx'
import { MemberSelect } from '../select/MemberSelect.tsx'

interface DialogProps {
  onClose: () => void
}

/** A dependent child's fields, edited from its parent's page. */
export function EditChildDialog({ child, onClose }: DialogProps & { child: { _id: string; name: string } }) {
  const [form] = Form.useForm()
  const { data } = useCall(members.get, { params: { id: child._id } })
  return (
    <Dialog width={960} title={t('Edit {name}', { name: child.name })} onClose={onClose} lightDismiss={false}>
      {data ? <ProfileForm member={data} form={form} onSaved={onClose} buttons={<CancelButton />} /> : <PageWaiting />}
    </Dialog>
  )
}

/** Makes a registered child a child of this parent too; its other parents stay. */
export function AddExistingDialog({ parent, onClose }: DialogProps & { parent: MemberDetail }) {
  const [form] = Form.useForm()
  const chosen: string | undefined = Form.useWatch('child', form)
  const { data } = useCall(chooseMember, { query: { ids: chosen } }, { enabled: Boolean(chosen) })
  const child = data?.items.find(({ _id }) => _id === chosen)
  const add = useAction(members.update, {
    form,
    done: 'Added',
    onDone: onClose,
    effect: () => child && <AddedNotice child={child} parent={parent} />,
    // The parents the child has now, not those when the list was read.
    prepare: async (input) => {
      const now = await call(members.get, { params: { id: String(input.params.id) } })
      return { ...input, body: { mainIDs: [...now.mainIDs.map(({ _id }) => _id), parent._id] }, ifMatch: tagOf(now) }
    },
  })
  return (
    <Dialog title={t('Add Existing Child')} onClose={onClose} lightDismiss={false}>
      <GuardedForm
        form={form}
        onFinish={() => chosen && add.send({ params: { id: chosen }, body: { mainIDs: [parent._id] } })}
      >
        <Form.Item
          name="child"
          label={t('Child')}
          required
          rules={[{ required: true, message: t('Please select a child') }]}
          extra={child && <AddedNotice child={child} parent={parent} />}
        >
          <MemberSelect kind="child" noUseMainIDs={parent._id} placeholder={t('Search a child by name')} showsChosen />
        </Form.Item>
        <FormButtons sending={add.sending} submitText="Add" onCancel={onClose} />
      </GuardedForm>
    </Dialog>
  )
}

function AddedNotice({ child, parent }: { child: FoundMember; parent: MemberDetail }) {
  const others = child.parents.map(({ name }) => name).join(', ')
  return (
    <>
      {others && `${t('{child} stays a child of {others}.', { child: child.name, others })} `}
      {t('What is paid from which wallet stays as it is; new classes may be paid by {parent}.', {
        parent: parent.name,
      })}
    </>
  )
}
