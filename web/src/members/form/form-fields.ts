import { birthDateProblem, type FieldName, type MemberKind, memberFields } from '@academy/contract/members/fields.ts'
import type { Field, Fields } from '@academy/contract/platform/field.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { isSensitive, maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import { can } from '../../platform/client/session/session.ts'

const titles = ['Personal', 'Contact', 'Training', 'School and health'] as const

/** The heading of the form under which each field stands, in order. */
const headings: Readonly<Record<FieldName, (typeof titles)[number]>> = {
  name: 'Personal',
  chName: 'Personal',
  icNo: 'Personal',
  dob: 'Personal',
  gender: 'Personal',
  nationality: 'Personal',
  relationship: 'Personal',
  picture: 'Personal',
  email: 'Contact',
  password: 'Contact',
  phoneNo: 'Contact',
  address: 'Contact',
  coachIncharge: 'Training',
  memberType: 'Training',
  belt: 'Training',
  tmNo: 'Training',
  school: 'School and health',
  schoolClass: 'School and health',
  medical: 'School and health',
  note: 'School and health',
}

/** A group of fields under a heading; each kind shows the fields it has. */
export const sections: readonly { title: string; names: readonly string[] }[] = titles.map((title) => ({
  title,
  names: keysOf(headings).filter((name) => headings[name] === title),
}))

const openFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isSensitive(name)))

/** A birth date that is also checked against the business date, as the server does. */
function birthDate(field: Field, today: string): Field {
  return {
    ...field,
    schema: field.schema.superRefine((dob, context) => {
      const problem = typeof dob === 'string' && dob !== '' ? birthDateProblem(dob, today) : undefined
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  }
}

/**
 * The fields of a kind's form. The password is asked for on creation only; parents have no I/C number. Who may not see
 * medical notes and I/C numbers can note them down on creation, and finds them in no form after that.
 */
export function formFields(
  kind: MemberKind,
  today: string,
  editing: boolean,
  whole = !editing || can(maySeeSensitive),
): Fields {
  const { dob, password, ...fields }: Fields = memberFields[kind]
  return {
    ...(whole ? fields : openFields(fields)),
    ...(dob ? { dob: birthDate(dob, today) } : {}),
    ...(password && !editing ? { password } : {}),
  }
}

/** Largest picture of the new-parent form; the parent's own page takes the usual size. */
const draftKilobytes = 128

/** The form of a parent registered together with its children; the rest is entered on the parent's page. */
export const newParentSections: typeof sections = [
  {
    title: 'Parent',
    names: ['name', 'chName', 'relationship', 'email', 'password', 'phoneNo', 'address', 'picture'],
  },
]

export function newParentFields(today: string): Fields {
  const { picture, ...fields } = formFields('parent', today, false)
  if (!picture) return fields
  const hint = 'At most 128 KB here; a larger one on the parent’s page later'
  return { ...fields, picture: { ...picture, kilobytes: draftKilobytes, hint } }
}

type ChildField = Exclude<keyof (typeof memberFields)['child'], 'picture'>
/** A child registered with its parent has no picture: one call carries one, the parent's. */
const ofChild: Readonly<Record<ChildField, true>> = {
  name: true,
  chName: true,
  dob: true,
  gender: true,
  nationality: true,
  coachIncharge: true,
  icNo: true,
  memberType: true,
  belt: true,
  tmNo: true,
  phoneNo: true,
  email: true,
  password: true,
  school: true,
  schoolClass: true,
  address: true,
  medical: true,
  note: true,
}

/** In the order of the form, required fields first; a phone begins with the seven up to the I/C No. (`members.css`). */
export const childNames: readonly string[] = keysOf(ofChild)

/** The names of a section that exist among these fields. */
export const namesIn = (fields: Fields, names: readonly string[]): string[] => names.filter((name) => name in fields)
