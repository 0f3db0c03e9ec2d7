import { birthDateProblem, type MemberKind, memberFields } from '@academy/contract/members/fields.ts'
import type { Field, Fields } from '@academy/contract/platform/field.ts'

/** A group of fields under a heading; a kind shows those it has. */
export const sections: readonly { title: string; names: readonly string[] }[] = [
  { title: 'Personal', names: ['name', 'chName', 'icNo', 'dob', 'gender', 'nationality', 'relationship', 'picture'] },
  { title: 'Contact', names: ['email', 'password', 'phoneNo', 'address'] },
  { title: 'Training', names: ['coachIncharge', 'memberType', 'belt', 'tmNo'] },
  { title: 'School and health', names: ['school', 'schoolClass', 'medical', 'note'] },
]

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

/** The fields of a kind's form; the password is asked for on creation only, an I/C number not of parents. */
export function formFields(kind: MemberKind, today: string, editing: boolean): Fields {
  const { dob, password, ...fields }: Fields = memberFields[kind]
  return {
    ...fields,
    ...(dob ? { dob: birthDate(dob, today) } : {}),
    ...(password && !editing ? { password } : {}),
  }
}

/** Largest picture the form of a new parent takes; the parent's own page takes the usual ones. */
const draftKilobytes = 128

/** The form of a parent who is registered together with its children: the rest is entered on its page. */
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

/** A child registered with its parent, the necessary first. One call carries one picture, the parent's. */
export const childNames = [
  'name',
  'chName',
  'dob',
  'gender',
  'nationality',
  'coachIncharge',
  'icNo',
  'memberType',
  'belt',
  'tmNo',
  'phoneNo',
  'email',
  'password',
  'school',
  'schoolClass',
  'address',
  'medical',
  'note',
] as const

/** The names of a section that these fields have. */
export const namesIn = (fields: Fields, names: readonly string[]): string[] => names.filter((name) => name in fields)
