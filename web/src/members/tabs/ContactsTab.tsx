import { contactFields, contacts } from '@academy/contract/members/contacts.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { shapeOf } from '@academy/contract/platform/field.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, errorMessage } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { EditConflictNotice } from '../../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../../platform/form/edit-conflict.ts'
import { FieldsForm, initialValues } from '../../platform/form/Fields.tsx'
import { CancelButton } from '../../platform/form/FormButtons.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { DataTable } from '../../ui/first/DataTable.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/first/icons.ts'
import { Form } from '../../ui/form/Form.tsx'

type Contact = MemberDetail['emergencyContact'][number]

/** The member's emergency contacts. */
export default function ContactsTab({ member }: { member: MemberDetail }) {
  const [dialog, setDialog] = useState<{ contact?: Contact }>()
  return (
    <>
      <div className="tab-buttons">
        <ReasonButton
          type="primary"
          icon={<PlusIcon aria-hidden />}
          may={contacts.create.may}
          onClick={() => setDialog({})}
        >
          {t('Add Emergency Contact')}
        </ReasonButton>
      </div>
      <DataTable
        label={t('Emergency Contact')}
        rowKey="_id"
        rows={member.emergencyContact}
        empty={<div className="nothing">{t('No emergency contact yet. Add whom to call in need.')}</div>}
        columns={[
          { key: 'name', title: t('Name'), field: 'name' },
          { key: 'relationship', title: t('Relationship'), render: (contact) => contact.relationship || '-' },
          {
            key: 'phoneNo',
            title: t('Phone No.'),
            render: ({ phoneNo }) => <a href={`tel:${phoneNo}`}>{showPhone(phoneNo)}</a>,
          },
          { key: 'email', title: t('Email'), render: (contact) => contact.email || '-' },
          { key: 'isDisable', title: t('Status'), render: (contact) => <StatusTag isDisable={contact.isDisable} /> },
          {
            key: 'actions',
            title: t('Actions'),
            align: 'right',
            className: 'stays-right',
            render: (contact) => (
              <ContactActions memberId={member._id} contact={contact} onEdit={() => setDialog({ contact })} />
            ),
          },
        ]}
      />
      {dialog && (
        <ContactDialog
          memberId={member._id}
          // The current contact: the member may be read again while the dialog is open.
          contact={member.emergencyContact.find(({ _id }) => _id === dialog.contact?._id) ?? dialog.contact}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

interface ContactDialogProps {
  memberId: string
  contact: Contact | undefined
  onClose: () => void
}

function ContactDialog({ contact, ...rest }: ContactDialogProps) {
  return (
    <Dialog
      onClose={rest.onClose}
      title={t(contact ? 'Edit Emergency Contact' : 'Add Emergency Contact')}
      lightDismiss={false}
    >
      <div className="narrow-form">
        {contact ? <EditContact contact={contact} {...rest} /> : <NewContact {...rest} />}
      </div>
    </Dialog>
  )
}

function NewContact({ memberId, onClose }: Omit<ContactDialogProps, 'contact'>) {
  const [form] = Form.useForm()
  const [problem, setProblem] = useState<string>()
  const create = useAction(contacts.create, {
    form,
    onDone: onClose,
    onFail: (error) => setProblem(errorMessage(error)),
  })
  return (
    <FieldsForm
      form={form}
      fields={contactFields}
      onSubmit={(body) => create.send({ params: { id: memberId }, body: contactBody.parse(body) })}
      sending={create.sending}
      buttons={<CancelButton />}
    >
      <SaveProblem problem={problem} />
    </FieldsForm>
  )
}

const contactBody = z.object(shapeOf(contactFields))

const valuesOf = (contact: Contact) => initialValues(contactFields, contact)

function EditContact({ memberId, contact, onClose }: ContactDialogProps & { contact: Contact }) {
  const [form] = Form.useForm()
  const [problem, setProblem] = useState<string>()
  const params = { id: memberId, cid: contact._id }
  const version = useEditConflict<Contact>({
    form,
    record: contact,
    valuesOf,
    read: () => call(contacts.get, { params }),
  })
  const update = useAction(contacts.update, {
    form,
    prepare: version.prepare,
    onDone: onClose,
    // An edit conflict has its own notice.
    onFail: (error) =>
      setProblem(error instanceof ApiError && error.statusCode === 412 ? undefined : errorMessage(error)),
  })
  return (
    <FieldsForm
      form={form}
      fields={contactFields}
      entry={contact}
      onSubmit={(body) => update.send({ params, body })}
      sending={update.sending}
      buttons={<CancelButton />}
    >
      <EditConflictNotice conflict={version} fields={contactFields} />
      <SaveProblem problem={problem} />
    </FieldsForm>
  )
}

/** Why nothing was saved, shown where the user just clicked. */
const SaveProblem = ({ problem }: { problem: string | undefined }) =>
  problem && <Alert type="error" role="alert" title={t(problem)} className="form-refusal" />

interface ContactActionsProps {
  memberId: string
  contact: Contact
  onEdit: () => void
}

function ContactActions({ memberId, contact, onEdit }: ContactActionsProps) {
  const { _id, name, isDisable } = contact
  const params = { id: memberId, cid: _id }
  const change = useAction(contacts.update, { confirm: isDisable ? messages.enable : messages.disable })
  const remove = useAction(contacts.remove, { danger: true, okText: 'Delete' })
  return (
    <div className="row-actions">
      <RowActions
        name={name}
        act={
          <ReasonButton may={contacts.update.may} aria-label={t('Edit {name}', { name })} onClick={onEdit}>
            {t('Edit')}
          </ReasonButton>
        }
      >
        <ReasonButton
          type="text"
          may={contacts.update.may}
          loading={change.sending}
          aria-label={t(isDisable ? 'Enable {name}' : 'Disable {name}', { name })}
          onClick={() => change.send({ params, body: { isDisable: !isDisable } })}
        >
          {t(isDisable ? 'Enable' : 'Disable')}
        </ReasonButton>
        <ReasonButton
          type="text"
          danger
          icon={<DeleteIcon />}
          may={contacts.remove.may}
          loading={remove.sending}
          aria-label={t('Delete {name}', { name })}
          onClick={() => remove.send({ params })}
        >
          {t('Delete')}
        </ReasonButton>
      </RowActions>
    </div>
  )
}
