import { boolean } from '@academy/contract/platform/field.ts'
import { allCentres, type User, userFields } from '@academy/contract/staff/users.ts'
import { bodyOf, initialValues } from '../platform/form/values.ts'

/** A user as form values: the single access right is a checkbox. */
export const withAccessField = (user: User) => ({ ...user, accessAllCentres: user.accessRight.includes(allCentres) })

/** The form's field names. */
export const formFields = { ...userFields, accessAllCentres: boolean('Access all centres') }

/**
 * The form's values of a user: the single access right becomes a checkbox. A new one begins with the centres of a maker who is
 * held to some.
 */
export const valuesOf = (user: User | undefined, makers?: readonly { _id: string }[]): Record<string, unknown> =>
  user
    ? { ...initialValues(userFields, user), accessAllCentres: user.accessRight.includes(allCentres) }
    : { isCenter: makers !== undefined, centreIncharge: makers?.map(({ _id }) => _id) ?? [], accessAllCentres: false }

/** The request body: empty values as null, without the repeated password. */
export function userBodyOf(values: Record<string, unknown>): Record<string, unknown> {
  const { accessAllCentres, retype: _, password, ...fields } = values
  return {
    ...bodyOf(userFields, fields),
    isCenter: fields.isCenter === true,
    accessRight: accessAllCentres === true ? [allCentres] : null,
    ...(typeof password === 'string' && password !== '' ? { password } : {}),
  }
}

interface SentRights {
  userGroup?: unknown
  isCenter?: unknown
  centreIncharge?: readonly string[] | null | undefined
  accessRight?: readonly string[] | null | undefined
}

/** Whether what is sent changes what the user may do or where, which signs the user out. */
export function changesRights(user: User, sent: SentRights): boolean {
  const facts = (group: unknown, isCenter: unknown, centres: readonly string[], rights: readonly string[]) =>
    JSON.stringify([group, isCenter === true, centres.toSorted(), rights])
  const centres = user.centreIncharge.map(({ _id }) => _id)
  return (
    facts(user.userGroup._id, user.isCenter, centres, user.accessRight) !==
    facts(sent.userGroup, sent.isCenter, sent.centreIncharge ?? [], sent.accessRight ?? [])
  )
}
