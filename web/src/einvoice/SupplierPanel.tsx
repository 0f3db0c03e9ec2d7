import { type SupplierDocument, supplierFields, supplierRoutes } from '@academy/contract/einvoice/supplier.ts'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { bodyOf, FieldItems, GuardedForm, initialValues } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { Form } from '../ui/form/Form.tsx'
import './einvoice.css'

const sections = [
  ['Registration', ['tin', 'registrationKind', 'registrationNumber', 'sst', 'msic', 'activity']],
  ['Address', ['address1', 'address2', 'address3', 'postcode', 'city', 'state', 'telephone', 'email']],
  ['Codes of the sales', ['classification', 'taxType', 'exemption']],
] as const

/** Said once, for the files of every month. */
export default function SupplierPanel() {
  const { data, error } = useCall(supplierRoutes.get, {})
  if (data) return <SupplierForm supplier={data} />
  return (
    error && (
      <section className="panel" aria-labelledby="e-invoice">
        <h2 id="e-invoice">{t('e-Invoice')}</h2>
        <Unread error={error} />
      </section>
    )
  )
}

const valuesOf = (supplier: SupplierDocument) => initialValues(supplierFields, supplier)

function SupplierForm({ supplier }: { supplier: SupplierDocument }) {
  const [form] = Form.useForm()
  const version = useEditConflict({ form, record: supplier, valuesOf, read: () => call(supplierRoutes.get) })
  const save = useAction(supplierRoutes.update, {
    form,
    prepare: version.prepare,
    onDone: (saved) => version.adopt(saved),
  })
  return (
    <section className="panel einvoice-supplier" aria-labelledby="e-invoice" ref={useLedHere()}>
      <h2 id="e-invoice">{t('e-Invoice')}</h2>
      <p className="einvoice-words">
        {t('What MyInvois asks about the seller. It goes into the file of every month, with the Company Name above.')}
      </p>
      <EditConflictNotice conflict={version} fields={supplierFields} />
      <GuardedForm
        form={form}
        initial={valuesOf(supplier)}
        onFinish={(entered) => save.send({ body: bodyOf(supplierFields, entered) })}
      >
        {sections.map(([title, only]) => (
          <section key={title} className="einvoice-fields" aria-label={t(title)}>
            <h3>{t(title)}</h3>
            <FieldItems fields={supplierFields} only={only} />
          </section>
        ))}
        <FormButtons sending={save.sending} submitText="Save e-Invoice details" />
      </GuardedForm>
    </section>
  )
}

/** Brought into view where a link led to it: it comes after the page. */
function useLedHere() {
  const place = useRef<HTMLElement>(null)
  const isLedHere = useRouterState({ select: ({ location }) => location.hash === 'e-invoice' })
  useEffect(() => {
    if (isLedHere) place.current?.scrollIntoView()
  }, [isLedHere])
  return place
}
