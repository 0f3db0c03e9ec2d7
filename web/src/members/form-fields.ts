import type { Field, Fields } from '@academy/contract/kit/field.ts'
import { birthDateProblem, type MemberKind, memberFields } from '@academy/contract/members/fields.ts'

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

/** The names of a section that these fields have. */
export const namesIn = (fields: Fields, names: readonly string[]): string[] => names.filter((name) => name in fields)
