import { boolean } from '@academy/contract/platform/field.ts'
import { allCentres, type User, userFields } from '@academy/contract/staff/users.ts'
import { bodyOf, initialValues } from '../platform/form/values.ts'

/** A user with the one access right there is as the form shows it. */
export const withTick = (user: User) => ({ ...user, accessAllCentres: user.accessRight.includes(allCentres) })

/** What the form calls its fields. */
export const formFields = { ...userFields, accessAllCentres: boolean('Access all centres') }

/** The form's values of a user: the one access right there is becomes a tick. */
export const valuesOf = (user: User | undefined): Record<string, unknown> =>
  user
    ? { ...initialValues(userFields, user), accessAllCentres: user.accessRight.includes(allCentres) }
    : { isCenter: false, accessAllCentres: false }

/** What to send: empty values as null, the retyped password never. */
export function userBodyOf(values: Record<string, unknown>): Record<string, unknown> {
  const { accessAllCentres, retype: _, password, ...fields } = values
  return {
    ...bodyOf(userFields, fields),
    isCenter: fields.isCenter === true,
    accessRight: accessAllCentres === true ? [allCentres] : null,
    ...(typeof password === 'string' && password !== '' ? { password } : {}),
  }
}
