import {
  type Adjustment,
  adjustmentBody,
  adjustmentFields,
  adjustments,
} from '@academy/contract/adjustments/adjustments.ts'
import { adjustmentCan } from '@academy/contract/adjustments/rules.ts'
import { useParams } from '@tanstack/react-router'
import { useOpenOrders } from '../payments/index.ts'
import { call } from '../platform/client/client.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Unreadable } from '../platform/feedback/ErrorPage.tsx'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { initialValues } from '../platform/form/Fields.tsx'
import { Page, PageWaiting, useBack } from '../platform/shell/Page.tsx'
import { Form } from '../ui/form/Form.tsx'
import { AdjustmentForm } from './AdjustmentForm.tsx'
import { useDraftEffect } from './DraftEffect.tsx'
import './adjustments.css'

const AdjustmentView = lazyComponent(() => import('./AdjustmentView.tsx'), <PageWaiting />)

const listing = '/credit-adjust/listing'
const title = 'Credit Adjustment Doc'

/** The form of a credit adjustment: a new one, or the one in the address. */
export function AdjustmentPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewAdjustment /> : <SavedAdjustment key={id} id={id} />
}

function NewAdjustment() {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const { effect, look, lines } = useDraftEffect(form)
  const save = useAction(adjustments.create, { form, onDone: back, ...useOpenOrders(changedWallets, lines) })
  return (
    <Page title={title} subtitle="Create" back={listing}>
      <AdjustmentForm
        form={form}
        effect={effect}
        sending={save.sending}
        onSubmit={async (values) => {
          const body = adjustmentBody.parse(values)
          if (await look(body)) await save.send({ body })
        }}
      />
    </Page>
  )
}

function SavedAdjustment({ id }: { id: string }) {
  const { data: adjustment, error } = useCall(adjustments.get, { params: { id } })
  const { can } = useSession()
  const edits = can('credit_adjust.edit') && (!adjustment || adjustmentCan.edit(adjustment))
  if (error && !adjustment) return <Unreadable title={title} back={listing} error={error} />
  const Content = edits ? EditAdjustment : AdjustmentView
  return (
    <Page title={title} subtitle={edits ? 'Edit' : 'View'} back={listing} loading={!adjustment}>
      {adjustment && <Content adjustment={adjustment} />}
    </Page>
  )
}

const valuesOf = (adjustment: Adjustment) => initialValues(adjustmentFields, adjustment)

function EditAdjustment({ adjustment }: { adjustment: Adjustment }) {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const { effect, look, lines } = useDraftEffect(form, adjustment)
  const params = { id: adjustment._id }
  const version = useEditConflict({
    form,
    record: adjustment,
    valuesOf,
    read: () => call(adjustments.get, { params }),
  })
  const save = useAction(adjustments.update, {
    form,
    prepare: version.prepare,
    onDone: back,
    ...useOpenOrders(changedWallets, lines),
  })
  return (
    <AdjustmentForm
      form={form}
      adjustment={adjustment}
      effect={effect}
      sending={save.sending}
      onSubmit={async (values) => {
        const body = adjustmentBody.parse(values)
        if (await look(body)) await save.send({ params, body })
      }}
      notice={<EditConflictNotice conflict={version} fields={adjustmentFields} />}
    />
  )
}

/** The member of the document when it is saved. */
const changedWallets = ({ body }: { body?: unknown }) => ({ members: [adjustmentBody.parse(body).member] })
