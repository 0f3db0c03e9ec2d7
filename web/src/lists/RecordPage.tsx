import type { Entry, List } from '@academy/contract/kit/list.ts'
import { listRoutes, webPath } from '@academy/contract/kit/list.ts'
import { useParams } from '@tanstack/react-router'
import { Form } from 'antd'
import { useMemo } from 'react'
import { Page, useBack } from '../kit/Page.tsx'
import { fileOf } from '../kit/PictureInput.tsx'
import { Unreadable } from '../kit/Problem.tsx'
import { useCall } from '../kit/query.ts'
import { useSend } from '../kit/send.ts'
import { useSession } from '../kit/session.ts'
import { nameOf } from './entry-form.ts'
import { formOf } from './forms.ts'

/** The form of one entry of a reference list: a new one, or the one the address names. */
export function RecordPage({ of }: { of: List }) {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewEntry of={of} /> : <SavedEntry key={id} of={of} id={id} />
}

function NewEntry({ of }: { of: List }) {
  const [form] = Form.useForm()
  const routes = useMemo(() => listRoutes(of), [of])
  const back = useBack(`${webPath(of)}/listing`)
  const save = useSend(routes.create, { form, onDone: back })
  const EntryForm = formOf(of)
  return (
    <Page title={`Create ${of.title}`} back={`${webPath(of)}/listing`}>
      <div className="panel">
        <EntryForm of={of} form={form} sending={save.sending} onSubmit={(body) => save.send({ body })} />
      </div>
    </Page>
  )
}

function SavedEntry({ of, id }: { of: List; id: string }) {
  const routes = useMemo(() => listRoutes(of), [of])
  const { data: entry, error } = useCall(routes.get, { params: { id } })
  const { can } = useSession()
  const title = `${can(routes.update.may) ? 'Edit' : 'View'} ${of.title}`
  if (error && !entry) return <Unreadable title={title} back={`${webPath(of)}/listing`} error={error} />
  return (
    <Page title={title} subtitle={entry ? nameOf(of, entry) : ' '} back={`${webPath(of)}/listing`} loading={!entry}>
      {entry && (
        <div className="panel">
          <EditForm of={of} entry={entry} />
        </div>
      )}
    </Page>
  )
}

function EditForm({ of, entry }: { of: List; entry: Entry }) {
  const [form] = Form.useForm()
  const { can } = useSession()
  const routes = useMemo(() => listRoutes(of), [of])
  const back = useBack(`${webPath(of)}/listing`)
  const params = { id: entry._id }
  const save = useSend(routes.update, { form, onDone: back })
  const removal = useSend(routes.removePicture, { danger: true, okText: 'Remove' })
  const EntryForm = formOf(of)
  return (
    <EntryForm
      of={of}
      form={form}
      entry={entry}
      sending={save.sending}
      readOnly={!can(routes.update.may)}
      onSubmit={(body) => save.send({ params, body })}
      onRemovePicture={async (address) =>
        (await removal.send({ params: { ...params, file: fileOf(address) } })) !== undefined
      }
    />
  )
}
