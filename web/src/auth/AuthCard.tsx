import type { FormEvent, ReactNode } from 'react'
import type { z } from 'zod'
import { t } from '../platform/client/i18n.ts'
import { Entrance } from './Entrance.tsx'

/** The first message of each invalid field. */
export function problemsIn(schema: z.ZodType, body: Record<string, string>): Record<string, string> {
  const issues = schema.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
}

interface CardProps {
  /** The browser window's title. */
  title: string
  heading: string
  /** Below the heading. */
  under?: string
  onSubmit: (event: FormEvent) => void
  onInput?: (() => void) | undefined
  children: ReactNode
}

/** The form of every page outside the portal: sign-in, password reset. */
export const AuthCard = ({ title, heading, under, onSubmit, onInput, children }: CardProps) => (
  <Entrance title={title}>
    <form className="entrance-card" noValidate onSubmit={onSubmit} onInput={onInput}>
      <h1>{t(heading)}</h1>
      {under && <p className="entrance-under">{t(under)}</p>}
      {children}
    </form>
  </Entrance>
)

export function LabelledInput(props: {
  name: string
  label: string
  problem: string | undefined
  children: ReactNode
}) {
  return (
    <div className="entrance-field">
      <label htmlFor={props.name}>{t(props.label)}</label>
      {props.children}
      <div id={`${props.name}-problem`} role="alert" className="entrance-problem">
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
