import type { Entry, List } from '@academy/contract/platform/list.ts'
import { listRoutes, webPath } from '@academy/contract/platform/list.ts'
import { useParams } from '@tanstack/react-router'
import { Form } from 'antd'
import { useMemo } from 'react'
import { call } from '../platform/client/client.ts'
import { useAction } from '../platform/client/use-action.ts'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { initialValues } from '../platform/form/Fields.tsx'
import { fileOf } from '../platform/form/PictureInput.tsx'
import { RecordFrame } from '../platform/form/RecordFrame.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { nameOf } from './entry-form.ts'
import { formOf } from './forms.ts'
import { useSaving } from './saving.tsx'

/** The form of one entry of a reference list: a new one, or the one in the address. */
export function RecordPage({ of }: { of: List }) {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewEntry of={of} /> : <SavedEntry key={id} of={of} id={id} />
}

function NewEntry({ of }: { of: List }) {
  const [form] = Form.useForm()
  const routes = useMemo(() => listRoutes(of), [of])
  const save = useAction(routes.create, { form, ...useSaving(of) })
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
  return (
    <RecordFrame
      get={routes.get}
      id={id}
      noun={of.title}
      back={`${webPath(of)}/listing`}
      may={routes.update.may}
      nameOf={(entry) => nameOf(of, entry)}
    >
      {(entry, readOnly) => (
        <div className="panel">
          <EditForm of={of} entry={entry} readOnly={readOnly} />
        </div>
      )}
    </RecordFrame>
  )
}

const withoutPicture = { picture: null, pictureDIR: null, thumbnail: null }

function EditForm({ of, entry, readOnly }: { of: List; entry: Entry; readOnly: boolean }) {
  const [form] = Form.useForm()
  const routes = useMemo(() => listRoutes(of), [of])
  const params = { id: entry._id }
  const version = useEditConflict<Entry>({
    form,
    record: entry,
    valuesOf: (one) => initialValues(of.fields, one),
    read: () => call(routes.get, { params }),
  })
  const save = useAction(routes.update, { form, prepare: version.prepare, ...useSaving(of) })
  const removal = useAction(routes.removePicture, { danger: true, okText: 'Remove' })
  const EntryForm = formOf(of)
  return (
    <>
      <EditConflictNotice conflict={version} fields={of.fields} />
      <EntryForm
        of={of}
        form={form}
        entry={entry}
        sending={save.sending}
        readOnly={readOnly}
        onSubmit={(body) => save.send({ params, body })}
        onRemovePicture={async (address) => {
          const without = await removal.send({ params: { ...params, file: fileOf(address) } })
          if (without) version.accept({ ...withoutPicture, updatedAt: without.updatedAt })
          return without !== undefined
        }}
      />
    </>
  )
}
