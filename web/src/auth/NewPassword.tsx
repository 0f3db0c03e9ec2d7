import { differentRetype, passwordBody } from '@academy/contract/staff/users.ts'
import { Password } from '../ui/form/Input.tsx'
import { LabelledInput, problemsIn } from './AuthCard.tsx'
import type { useAuthForm } from './use-auth-form.ts'

type Names = 'password' | 'retype'

/** What is wrong with the second entry of a new password. */
export const retypeProblem = (body: Record<Names, string>): Record<string, string> =>
  body.retype && body.retype !== body.password
    ? { retype: differentRetype }
    : problemsIn(passwordBody.pick({ retype: true }), body)

/** A new password, entered twice. */
export const NewPassword = ({ entry, problems }: Pick<ReturnType<typeof useAuthForm<Names>>, 'entry' | 'problems'>) => (
  <>
    <LabelledInput name="password" label="New password" problem={problems.password}>
      <Password {...entry('password')} autoComplete="new-password" />
    </LabelledInput>
    <LabelledInput name="retype" label="Retype password" problem={problems.retype}>
      <Password {...entry('retype')} autoComplete="new-password" />
    </LabelledInput>
  </>
)
