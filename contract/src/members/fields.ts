import { z } from 'zod'
import {
  choice,
  date,
  email,
  longText,
  optionalDate,
  optionalReference,
  password,
  phone,
  picture,
  reference,
  shapeOf,
  text,
} from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { emptyIsNone, leniently } from '../platform/query.ts'
import { keysOf } from '../platform/records.ts'

const genders = ['Male', 'Female'] as const
const required = { required: messages.required }

/** Identity card or passport number: letters, digits, blanks and dashes. */
const icPattern = [/^[A-Za-z0-9 -]+$/, 'I/C No. can only contain letters, numbers, spaces and dashes'] as const
/** A dash stands for none: as a number it would be everybody's. */
const icSent = (given: unknown): unknown => (typeof given === 'string' && /^[ -]*$/.test(given) ? '' : given)
const icOfAdult = text('I/C No.', { ...required, max: 30, pattern: icPattern })
const icOfKid = text('I/C No.', { max: 30, pattern: icPattern })

/** Fields of all kinds, in the order of the form. */
const shared = {
  chName: text('Chinese Name', { max: 100, isName: true }),
  tmNo: text('TM No.', { max: 30 }),
  phoneNo: phone('Phone No.'),
  memberType: optionalReference('Member Type', 'member-type'),
  belt: optionalReference('Belt Color', 'belt'),
  school: text('School', { max: 100 }),
  schoolClass: text('School Class', { max: 50 }),
  address: longText('House Address', { max: 200 }),
  medical: longText('Medical Record', { max: 200 }),
  note: longText('Special Note', { max: 200 }),
  picture: picture('Picture'),
}

const coachIncharge = reference('Coach Incharge', 'coach', { required: 'Coach Incharge is required' })

const adultFields = {
  name: text('English Name', { ...required, max: 100, isName: true }),
  dob: date('Date of Birth', required),
  icNo: { ...icOfAdult, schema: leniently(icSent, icOfAdult.schema) },
  gender: choice('Gender', genders, required),
  nationality: text('Nationality', { ...required, max: 60 }),
  email: email('Email', { required: 'Email is required' }),
  password: password('Password', { required: 'Password is required' }),
  coachIncharge,
  ...shared,
}

const kidFields = {
  name: text('English Name', { ...required, max: 100, isName: true }),
  dob: date('Date of Birth', required),
  icNo: { ...icOfKid, schema: leniently(icSent, icOfKid.schema) },
  gender: choice('Gender', genders, required),
  nationality: text('Nationality', { ...required, max: 60 }),
  email: email('Email'),
  password: password('Password'),
  coachIncharge,
  ...shared,
}

const parentFields = {
  name: text('Name', { ...required, max: 100, isName: true }),
  email: email('Email', { required: 'Email is required' }),
  relationship: reference('Relationship', 'relationship', { required: messages.required }),
  password: password('Password', { required: 'Password is required' }),
  dob: optionalDate('Date of Birth'),
  gender: {
    ...choice('Gender', genders, required),
    required: undefined,
    schema: z.preprocess(emptyIsNone, z.enum(genders).nullish()),
  },
  nationality: text('Nationality', { max: 60 }),
  coachIncharge: optionalReference('Coach Incharge', 'coach'),
  ...shared,
}

export const memberKinds = ['adult', 'parent', 'child'] as const
export type MemberKind = (typeof memberKinds)[number]

/** The fields of each kind's form, by their names on the wire. */
export const memberFields = { adult: adultFields, child: kidFields, parent: parentFields } as const

/** All fields of all forms, in the order and with the labels of the adult's. */
export const everyField = { ...adultFields, ...parentFields, ...kidFields, ...adultFields }
type Every = typeof everyField
export type FieldName = keyof Every
/** A field stored as a column; the picture is stored as a file, the password as a hash. */
export type MemberField = Exclude<FieldName, 'picture' | 'password'>
/** A field that holds the id of a list's entry. */
export type MemberChoice = { [K in MemberField]: Every[K] extends { kind: 'reference' } ? K : never }[MemberField]
/** A field that holds text; a day is `YYYY-MM-DD`. */
export type MemberText = Exclude<MemberField, MemberChoice>

const isChoice = (name: MemberField): name is MemberChoice => everyField[name].kind === 'reference'
export const memberFieldNames: readonly MemberField[] = keysOf(everyField).filter(
  (name): name is MemberField => name !== 'picture' && name !== 'password',
)
export const memberTexts: readonly MemberText[] = memberFieldNames.filter((name): name is MemberText => !isChoice(name))
/** The reference fields, each with its list. */
export const memberChoices: readonly { name: MemberChoice; resource: string }[] = memberFieldNames
  .filter(isChoice)
  .map((name) => ({ name, resource: everyField[name].resource ?? '' }))

/** The error of a date of birth that is in the future or more than 100 years ago; undefined when fine. */
export function birthDateProblem(dob: string, today: string): string | undefined {
  if (dob > today) return 'Date of birth cannot be in the future'
  const oldest = `${String(Number(today.slice(0, 4)) - 100)}${today.slice(4)}`
  if (dob < oldest) return 'Date of birth cannot be more than 100 years ago'
  return undefined
}

/** What a body of each kind must hold on creation. */
export const memberCreate = {
  adult: z.object(shapeOf(adultFields)),
  child: z.object(shapeOf(kidFields)),
  parent: z.object(shapeOf(parentFields)),
} as const

/** What an edit may hold: any of the form's fields. The password is given on creation only. */
export const memberUpdate = {
  adult: memberCreate.adult.omit({ password: true }).partial(),
  child: memberCreate.child.omit({ password: true }).partial(),
  parent: memberCreate.parent.omit({ password: true }).partial(),
} as const

const laterPassword = { password: kidFields.password.schema }

/** What a row of an import must hold: as on creation, but a password may be given later. */
export const memberImport = {
  adult: memberCreate.adult.extend(laterPassword),
  child: memberCreate.child.extend(laterPassword),
  parent: memberCreate.parent.extend(laterPassword),
} as const
