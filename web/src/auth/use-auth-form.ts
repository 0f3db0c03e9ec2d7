import { type FormEvent, useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { inputProps } from './AuthCard.tsx'

interface AuthForm<Name extends string> {
  /** The message of each invalid field, by name. */
  problemsOf: (body: Record<Name, string>) => Record<string, string>
  /**
   * Answers whether the form may be sent again; else another page is on its way. What it throws, the client has told
   * already; the fields it names are marked.
   */
  send: (body: Record<Name, string>) => Promise<boolean>
}

/**
 * A form of the pages outside the portal, of plain inputs: the portal's forms would make the first page larger. Problems
 * are shown once it was submitted, and the first wrong field gets the cursor.
 */
export function useAuthForm<Name extends string>(
  empty: Record<Name, string>,
  { problemsOf, send }: AuthForm<NoInfer<Name>>,
) {
  const [body, setBody] = useState(empty)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [sending, setSending] = useState(false)
  const problems = tried ? { ...refused, ...problemsOf(body) } : {}

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const [wrong] = Object.keys(problemsOf(body))
    if (wrong) return document.getElementById(wrong)?.focus()
    if (sending) return
    setSending(true)
    try {
      setSending(!(await send(body)))
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      setRefused(Object.fromEntries(details.map(({ path, message }) => [path, message])))
      setSending(false)
    }
  }
  /** The props of a field's input. */
  const entry = (name: Name) => ({
    ...inputProps(name, problems[name]),
    value: body[name],
    onChange: (event: { target: { value: string } }) => {
      setBody({ ...body, [name]: event.target.value })
      setRefused({})
    },
  })
  return { body, problems, sending, submit, entry }
}
