import type { MemberKind } from '@academy/contract/members/fields.ts'
import type { Fields } from '@academy/contract/platform/field.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { t } from '../../platform/client/i18n.ts'
import { useToday } from '../../platform/client/today.ts'
import { showAtFields } from '../../platform/client/use-action.ts'
import { bodyOf, FieldItems, GuardedForm, initialValues } from '../../platform/form/Fields.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { Form, type FormInstance } from '../../ui/form/Form.tsx'
import { FormFoot } from '../../ui/form/FormSummary.tsx'
import { formFields, namesIn, sections } from './form-fields.ts'
import { IdentityNote } from './IdentityNote.tsx'
import { type KnownParent, ParentSelect } from './ParentSelect.tsx'

interface MemberFormProps<Body extends object> {
  form: FormInstance
  kind: MemberKind
  /** What the kind's fields are sent as. */
  schema: z.ZodType<Body>
  /** Instead of the kind's own fields. */
  fields?: Fields
  layout?: typeof sections
  /** The member being edited; undefined when creating. */
  entry?: Record<string, unknown>
  /** First values of a new member. */
  initial?: Record<string, unknown>
  /** For a child: parents whose names are known already. */
  knownParents?: readonly KnownParent[]
  /** For an independent child without parents. */
  parentsOptional?: boolean
  onSubmit: (body: Body & { picture?: unknown }) => unknown
  sending: boolean
  submitText: string
  readOnly?: boolean
  onRemovePicture?: (address: string) => Promise<boolean>
  /** Shown above the fields. */
  notice?: ReactNode
  /** A further section at the end. */
  children?: ReactNode
  buttons?: ReactNode
}

const idOf = (entry: Record<string, unknown> | undefined) => (typeof entry?._id === 'string' ? entry._id : undefined)

/** The fields of a kind of member in their sections. */
export function MemberForm<Body extends object>({
  form,
  kind,
  schema,
  entry,
  initial,
  onSubmit,
  readOnly = false,
  ...rest
}: MemberFormProps<Body>) {
  const today = useToday()
  const fields = rest.fields ?? formFields(kind, today, entry !== undefined)
  const { onRemovePicture } = rest
  function send(values: Record<string, unknown>) {
    const { picture, ...body } = bodyOf(fields, values)
    const read = schema.safeParse({ ...body, kind })
    if (read.success) return onSubmit({ ...read.data, picture })
    const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    return showAtFields(form, details)
  }
  return (
    <GuardedForm form={form} initial={{ ...initial, ...(entry ? initialValues(fields, entry) : {}) }} onFinish={send}>
      {kind === 'child' && (
        <section className="form-section">
          <h2>{t('Parents')}</h2>
          <Form.Item
            name="mainIDs"
            label={t('Parents')}
            required={!rest.parentsOptional}
            rules={
              rest.parentsOptional
                ? []
                : [{ required: true, type: 'array', min: 1, message: t('Please select a parent') }]
            }
          >
            <ParentSelect known={rest.knownParents ?? []} disabled={readOnly} />
          </Form.Item>
        </section>
      )}
      {(rest.layout ?? sections).map(({ title, names }) => (
        <section key={title} className="form-section">
          <h2>{t(title)}</h2>
          <FieldItems
            fields={fields}
            only={namesIn(fields, names)}
            entry={entry ?? null}
            editing={entry !== undefined}
            disabled={readOnly}
            {...(readOnly ? {} : { settings: { icNo: { extra: <IdentityNote own={idOf(entry)} /> } } })}
            {...(onRemovePicture && !readOnly ? { onRemovePicture } : {})}
          />
        </section>
      ))}
      {rest.children}
      {rest.notice}
      <FormFoot>
        {!readOnly && (
          <Button type="primary" htmlType="submit" loading={rest.sending}>
            {t(rest.submitText)}
          </Button>
        )}
        {rest.buttons}
      </FormFoot>
    </GuardedForm>
  )
}
