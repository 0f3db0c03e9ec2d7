import type { FormEvent, ReactNode } from 'react'
import type { z } from 'zod'
import { companyOf, useConfig } from '../platform/client/config.ts'
import { t } from '../platform/client/i18n.ts'
import { BrandMark } from '../platform/shell/BrandMark.tsx'

/** The first message of each invalid field. */
export function problemsIn(schema: z.ZodType, body: Record<string, string>): Record<string, string> {
  const issues = schema.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
}

interface CardProps {
  /** The browser window's title. */
  title: string
  heading: string
  onSubmit: (event: FormEvent) => void
  onInput?: (() => void) | undefined
  children: ReactNode
}

/** The card of every page outside the portal: sign-in, password reset. */
export function AuthCard({ title, heading, onSubmit, onInput, children }: CardProps) {
  const config = useConfig()
  return (
    <main className="sign-in">
      <title>{`${t(title)} · ${companyOf(config)}`}</title>
      <form className="sign-in-card" noValidate onSubmit={onSubmit} onInput={onInput}>
        {config?.brand.picture && <BrandMark size="large" />}
        <h1>{t(heading)}</h1>
        {children}
      </form>
    </main>
  )
}

export function LabelledInput(props: {
  name: string
  label: string
  problem: string | undefined
  children: ReactNode
}) {
  return (
    <div className="sign-in-field">
      <label htmlFor={props.name}>{t(props.label)}</label>
      {props.children}
      <div id={`${props.name}-problem`} role="alert" className="sign-in-problem">
        {props.problem && t(props.problem)}
      </div>
    </div>
  )
}

/** Props that give an input of the card its name, description and error state. */
export const inputProps = (name: string, problem: string | undefined) => ({
  id: name,
  name,
  'aria-required': true,
  ...(problem ? { 'aria-invalid': true, 'aria-describedby': `${name}-problem` } : {}),
})
