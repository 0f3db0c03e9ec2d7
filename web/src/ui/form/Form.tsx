import Store, { List, type Rule, useWatch } from '@rc-component/form'
import type { ReactNode } from 'react'
import { FormItem } from './FormItem.tsx'
import { FormSummary } from './FormSummary.tsx'
import { FormContext, type FormInstance, useForm, useFormInstance } from './form-instance.ts'
import './form.css'

export type { FormInstance, Rule as FormRule }

interface FormProps {
  form?: FormInstance
  /** Begins the ids of its fields. */
  name?: string
  className?: string
  hidden?: boolean
  initialValues?: Record<string, unknown>
  onValuesChange?: () => void
  onFinish?: (values: Record<string, unknown>) => unknown
  children: ReactNode
}

/** A form with labels above. One that is refused says what is wrong, and the first wrong field gets the cursor. */
function DrawnForm({ form: given, name, className, children, ...props }: FormProps) {
  const [form] = useForm(given)
  form.name = name
  return (
    <FormContext value={form}>
      <Store
        {...props}
        form={form}
        {...(name ? { name, id: name } : {})}
        noValidate
        className={className ? `form ${className}` : 'form'}
        onFinishFailed={({ errorFields: [first] }) => {
          form.wrong.refuse()
          if (first) form.focusField(first.name)
        }}
      >
        <FormSummary />
        {children}
      </Store>
    </FormContext>
  )
}

export const Form = Object.assign(DrawnForm, { Item: FormItem, List, useForm, useFormInstance, useWatch })
