/**
 * Forms from the contract's field declarations. The whole form of a record:
 *
 *   const [form] = Form.useForm()
 *   const save = useAction(routes.create, { form, onDone: () => back() })
 *   <FieldsForm form={form} fields={coaches.fields} entry={coach} sending={save.sending}
 *     onSubmit={(body) => save.send({ body })} />
 *
 * `onSubmit` receives the body to send: empty text as null, a picture only when a new file was chosen. A module with
 * its own layout uses `FieldItems` (several) or `FieldItem` (one) inside its own Form, then `initialValues` and
 * `bodyOf`.
 */
import type { Field, Fields } from '@academy/contract/platform/field.ts'
import { lengthOf } from '@academy/contract/platform/text.ts'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { z } from 'zod'
import { Button } from '../../ui/first/Button.tsx'
import { Form, type FormInstance, type FormRule } from '../../ui/form/Form.tsx'
import { FormFoot } from '../../ui/form/FormSummary.tsx'
import { Input, Password } from '../../ui/form/Input.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { t } from '../client/i18n.ts'
import { DayInput } from './inputs.tsx'
import { LookupSelect, LookupSelectMany } from './LookupSelect.tsx'
import { markChanged, useLeaveWarning } from './leave-warning.ts'
import { NumberInput } from './NumberInput.tsx'
import { PhoneInput } from './PhoneInput.tsx'
import { PictureInput, pictureProblem } from './PictureInput.tsx'
import { dayRule } from './typed/typed-dates.ts'
import { knownItems, initialValues as valuesOf, bodyOf as valuesToSend } from './values.ts'
import { fieldRule, zodRule } from './zod-rule.ts'

export { bodyOf, initialValues } from './values.ts'

export interface FieldProps {
  name: string
  field: Field
  /** The whole body's schema, when it has checks across fields. */
  schema?: z.ZodObject
  /** Fields whose change validates this one again. */
  dependencies?: string[]
  /** The record being edited: labels for references to disabled entries. */
  entry?: Record<string, unknown> | null
  /** Replaces the field's own control; receives value and onChange from the form. */
  control?: ReactElement<Record<string, unknown>>
  disabled?: boolean
  /** A picture or password that may be left out on an edit. */
  optional?: boolean
  /** Path of the field's group in the form's values, for example inside a Form.List. */
  within?: (string | number)[]
  extra?: ReactNode
  /** Checked before the field's own rule: text that is no day or time (typed-dates.ts). */
  typed?: FormRule
  onRemovePicture?: (address: string) => Promise<boolean>
}

const pictureRule = (required: string | undefined, kilobytes: number | undefined): FormRule => ({
  validator: (_, value) => {
    const problem = value instanceof File ? pictureProblem(value, kilobytes) : value ? undefined : required
    return problem ? Promise.reject(new Error(t(problem))) : Promise.resolve()
  },
})

function ruleOf({ name, field, schema, optional }: FieldProps): FormRule {
  if (field.kind === 'picture') return pictureRule(optional ? undefined : field.required, field.kilobytes)
  const own = schema?.shape[name] ? zodRule(schema, name) : fieldRule(field.schema)
  if (!optional || typeof own !== 'object') return own
  return { validator: (rule, value, done) => (value ? own.validator?.(rule, value, done) : Promise.resolve()) }
}

/** One labelled field with its rule. */
export function FieldItem(props: FieldProps) {
  const { name, field, dependencies, extra, optional, within } = props
  const typed = props.typed ?? (field.kind === 'date' ? dayRule() : undefined)
  const note = extra ?? (field.hint && t(field.hint))
  return (
    <Form.Item
      name={within ? [...within, name] : name}
      label={t(field.label)}
      required={Boolean(field.required) && !optional}
      validateFirst
      rules={[...(typed ? [typed] : []), ruleOf(props)]}
      {...(dependencies ? { dependencies } : {})}
      {...(note ? { extra: note } : {})}
      {...(field.kind === 'boolean' ? { valuePropName: 'checked' } : {})}
    >
      {props.control ?? <FieldControl {...props} />}
    </Form.Item>
  )
}

/** The control for a field's kind. The Form.Item passes id, value and onChange. */
function FieldControl({
  name,
  field,
  entry,
  disabled = false,
  onRemovePicture,
  schema: _,
  dependencies: __,
  ...control
}: FieldProps) {
  const { control: _control, extra: _extra, optional: _optional, within: _within, typed: _typed, ...given } = control
  const placeholder = field.placeholder ? { placeholder: t(field.placeholder) } : {}
  const shared = { ...given, disabled, ...placeholder }
  switch (field.kind) {
    case 'longText':
      return <TextArea {...shared} rows={3} limit={field.max} lengthOf={lengthOf} />
    case 'password':
      return <Password {...shared} autoComplete="new-password" />
    case 'email':
      return <Input {...shared} inputMode="email" autoComplete="off" />
    case 'phone':
      return <PhoneInput {...shared} />
    case 'integer':
      return <NumberInput {...shared} />
    case 'date':
      return <DayInput {...shared} />
    case 'boolean':
      return <Switch {...shared} />
    case 'choice':
      return (
        <Select
          {...shared}
          clearable={!field.required}
          placeholder={t(field.placeholder ?? 'Select')}
          options={(field.options ?? []).map(({ value, label }) => ({ value, label: t(label) }))}
        />
      )
    case 'reference':
      return <LookupSelect {...shared} resource={field.resource ?? name} known={knownItems(entry?.[name])} />
    case 'references':
      return <LookupSelectMany {...shared} resource={field.resource ?? name} known={knownItems(entry?.[name])} />
    case 'picture':
      return (
        <PictureInput
          {...shared}
          label={field.label}
          {...(onRemovePicture ? { onRemoveSaved: onRemovePicture } : {})}
        />
      )
    default:
      return <Input {...shared} autoComplete="off" />
  }
}

interface FieldItemsProps
  extends Omit<FieldProps, 'name' | 'field' | 'control' | 'optional' | 'dependencies' | 'extra' | 'typed'> {
  fields: Fields
  /** Only these, in this order. */
  only?: readonly string[]
  /** Settings of single fields: another control, disabled, a note below. */
  settings?: Record<string, Partial<FieldProps>>
  /** On an edit the password and the picture may stay as they are. */
  editing?: boolean
}

/** Several fields in the three-column grid; to be placed inside a Form. */
export function FieldItems({ fields, only, settings, editing = false, ...shared }: FieldItemsProps) {
  return (
    <div className="field-grid">
      {(only ?? Object.keys(fields)).map((name) => {
        const field = fields[name]
        if (!field) return null
        const keeps = editing && (field.kind === 'picture' || field.kind === 'password')
        return <FieldItem key={name} {...shared} name={name} field={field} optional={keeps} {...settings?.[name]} />
      })}
    </div>
  )
}

/** A form that warns before its changes are lost. */
export function GuardedForm({
  form,
  children,
  onFinish,
  initial,
  of,
}: {
  form: FormInstance
  /** What in the address it is of, where another form takes its place on the same page. */
  of?: readonly string[]
  children: ReactNode
  onFinish: (values: Record<string, unknown>) => unknown
  initial?: Record<string, unknown>
}) {
  useLeaveWarning(form, of)
  return (
    <Form
      form={form}
      // Two forms on one page may share field names; their labels must not share ids.
      name={useId()}
      onValuesChange={() => markChanged(form)}
      onFinish={onFinish}
      {...(initial ? { initialValues: initial } : {})}
    >
      {children}
    </Form>
  )
}

interface FieldsFormProps extends Omit<FieldItemsProps, 'entry'> {
  form: FormInstance
  /** The record being edited; undefined when creating. */
  entry?: Record<string, unknown> | null
  /** First values of a new record. */
  initial?: Record<string, unknown>
  onSubmit: (body: Record<string, unknown>) => unknown
  sending?: boolean
  submitText?: string
  /** Further fields below the declared ones. */
  children?: ReactNode
  /** Buttons beside Submit. */
  buttons?: ReactNode
  /** Without the right to save, the fields are shown without the button. */
  readOnly?: boolean
}

export function FieldsForm(props: FieldsFormProps) {
  const {
    form,
    fields,
    entry,
    initial,
    onSubmit,
    sending = false,
    submitText,
    children,
    buttons,
    readOnly = false,
    ...items
  } = props
  return (
    <GuardedForm
      form={form}
      initial={{ ...initial, ...(entry ? valuesOf(fields, entry) : {}) }}
      onFinish={(values) => onSubmit(valuesToSend(fields, values))}
    >
      <FieldItems {...items} fields={fields} entry={entry ?? null} editing={Boolean(entry)} disabled={readOnly} />
      {children}
      <FormFoot>
        {!readOnly && (
          <Button type="primary" htmlType="submit" loading={sending}>
            {t(submitText ?? 'Submit')}
          </Button>
        )}
        {buttons}
      </FormFoot>
    </GuardedForm>
  )
}
