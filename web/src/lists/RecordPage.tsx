import { type Entry, type List, listRoutes, webPath } from '@academy/contract/platform/list.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import { call } from '../platform/client/client.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { initialValues } from '../platform/form/Fields.tsx'
import { fileOf } from '../platform/form/PictureInput.tsx'
import { RecordFrame } from '../platform/form/RecordFrame.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { Form } from '../ui/form/Form.tsx'
import { DeclaredForm } from './DeclaredForm.tsx'
import { type EntryFormProps, nameOf } from './entry-form.ts'
import { type Saving, useReturn } from './saving.ts'

interface Kind {
  of: List
  EntryForm: ComponentType<EntryFormProps>
  useSaving: (of: List) => Saving
}

/** A module whose list is special gives its own form and its own saving. */
type RecordPageProps = Pick<Kind, 'of'> & Partial<Kind>

/** The form of one entry of a reference list: a new one, or the one in the address. */
export function RecordPage({ of, EntryForm = DeclaredForm, useSaving = useReturn }: RecordPageProps) {
  const { id } = useParams({ strict: false })
  const kind = { of, EntryForm, useSaving }
  return id === undefined ? <NewEntry {...kind} /> : <SavedEntry key={id} {...kind} id={id} />
}

function NewEntry({ of, EntryForm, useSaving }: Kind) {
  const [form] = Form.useForm()
  const routes = useMemo(() => listRoutes(of), [of])
  const save = useAction(routes.create, { form, ...useSaving(of) })
  return (
    <Page title={`Create ${of.title}`} back={`${webPath(of)}/listing`}>
      <div className="panel">
        <EntryForm of={of} form={form} sending={save.sending} onSubmit={(body) => save.send({ body })} />
      </div>
    </Page>
  )
}

function SavedEntry({ id, ...kind }: Kind & { id: string }) {
  const { of } = kind
  const routes = useMemo(() => listRoutes(of), [of])
  const { inCharge } = useSession()
  return (
    <RecordFrame
      get={routes.get}
      id={id}
      noun={of.title}
      back={`${webPath(of)}/listing`}
      may={routes.update.may}
      nameOf={(entry) => nameOf(of, entry)}
      locked={({ _id }) => of.isCentre === true && !inCharge(_id) && messages.otherCentre}
    >
      {(entry, readOnly) => (
        <div className="panel">
          <EditForm {...kind} entry={entry} readOnly={readOnly} />
        </div>
      )}
    </RecordFrame>
  )
}

const withoutPicture = { picture: null, pictureDIR: null, thumbnail: null }

function EditForm({ of, EntryForm, useSaving, entry, readOnly }: Kind & { entry: Entry; readOnly: boolean }) {
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
