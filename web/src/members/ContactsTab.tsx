import { messages } from '@academy/contract/kit/messages.ts'
import { contactFields, contacts } from '@academy/contract/members/contacts.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Form, Table } from 'antd'
import { useState } from 'react'
import { ApiError } from '../kit/api-error.ts'
import { tagged } from '../kit/client.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { FieldsForm } from '../kit/Fields.tsx'
import { CancelButton } from '../kit/FormButtons.tsx'
import { ReasonButton } from '../kit/Guard.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'
import { useSend } from '../kit/send.ts'
import { changedMeanwhile, differences } from '../kit/version.ts'
import { t } from '../kit/words.ts'

type Contact = MemberDetail['emergencyContact'][number]

/** Whom to call when something happens. */
export function ContactsTab({ member }: { member: MemberDetail }) {
  const [dialog, setDialog] = useState<{ contact?: Contact }>()
  return (
    <>
      <div className="tab-buttons">
        <ReasonButton
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          may={contacts.create.may}
          onClick={() => setDialog({})}
        >
          {t('Add Emergency Contact')}
        </ReasonButton>
      </div>
      <Table<Contact>
        aria-label={t('Emergency Contact')}
        rowKey="_id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={member.emergencyContact}
        locale={{
          emptyText: <div className="nothing">{t('No emergency contact yet. Add whom to call in need.')}</div>,
        }}
        columns={[
          { key: 'name', title: t('Name'), dataIndex: 'name' },
          { key: 'relationship', title: t('Relationship'), render: (_, contact) => contact.relationship || '-' },
          {
            key: 'phoneNo',
            title: t('Phone No.'),
            render: (_, { phoneNo }) => <a href={`tel:${phoneNo}`}>{phoneNo}</a>,
          },
          { key: 'email', title: t('Email'), render: (_, contact) => contact.email || '-' },
          { key: 'isDisable', title: t('Status'), render: (_, contact) => <StatusTag isDisable={contact.isDisable} /> },
          {
            key: 'actions',
            title: t('Actions'),
            render: (_, contact) => (
              <ContactActions memberId={member._id} contact={contact} onEdit={() => setDialog({ contact })} />
            ),
          },
        ]}
      />
      {dialog && <ContactDialog memberId={member._id} contact={dialog.contact} onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface ContactDialogProps {
  memberId: string
  contact: Contact | undefined
  onClose: () => void
}

function ContactDialog({ memberId, contact, onClose }: ContactDialogProps) {
  const [form] = Form.useForm()
  const create = useSend(contacts.create, { form, onDone: onClose })
  const update = useSend(contacts.update, {
    form,
    onDone: onClose,
    prepare: async (input) => {
      const { document, tag } = await tagged(contacts.get, { params: input.params })
      if (contact && differences({ ...contact }, { ...document, member: undefined }).length > 0)
        throw new ApiError({ statusCode: 412, error: 'Precondition Failed', message: changedMeanwhile })
      return { ...input, ifMatch: tag }
    },
  })
  function submit(body: Record<string, unknown>) {
    if (contact) return update.send({ params: { id: memberId, cid: contact._id }, body })
    return create.send({
      params: { id: memberId },
      body: contacts.create.body?.parse(body) ?? { name: '', phoneNo: '' },
    })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t(contact ? 'Edit Emergency Contact' : 'Add Emergency Contact')}
      mask={{ closable: false }}
    >
      <div className="narrow-form">
        <FieldsForm
          form={form}
          fields={contactFields}
          entry={contact ?? null}
          onSubmit={submit}
          sending={create.sending || update.sending}
          buttons={<CancelButton />}
        />
      </div>
    </Dialog>
  )
}

interface ContactActionsProps {
  memberId: string
  contact: Contact
  onEdit: () => void
}

function ContactActions({ memberId, contact, onEdit }: ContactActionsProps) {
  const { _id, name, isDisable } = contact
  const params = { id: memberId, cid: _id }
  const change = useSend(contacts.update, { confirm: isDisable ? messages.enable : messages.disable })
  const remove = useSend(contacts.remove, { danger: true, okText: 'Delete' })
  return (
    <div className="row-actions">
      <ReasonButton type="link" may={contacts.update.may} aria-label={t('Edit {name}', { name })} onClick={onEdit}>
        {t('Edit')}
      </ReasonButton>
      <ReasonButton
        type="link"
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
        icon={<DeleteOutlined />}
        may={contacts.remove.may}
        loading={remove.sending}
        aria-label={t('Delete {name}', { name })}
        onClick={() => remove.send({ params })}
      />
    </div>
  )
}
