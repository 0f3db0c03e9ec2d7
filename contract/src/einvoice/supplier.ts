/** What MyInvois wants to know of the academy, the supplier of its e-Invoices: said once, on the page Academy. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { email, optionalChoice, shapeOf, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import {
  classificationCodes,
  classifications,
  registrationCodes,
  registrationKinds,
  stateCodes,
  states,
  taxCodes,
  taxTypes,
} from './codes.ts'

/** A choice by its code, shown with what the code means. */
function coded<const C extends string>(
  label: string,
  codes: readonly C[],
  words: Readonly<Record<C, string>>,
  more: { hint?: string; bare?: true } = {},
) {
  const { bare, ...rest } = more
  const options = codes.map((value) => ({ value, label: bare ? words[value] : `${value} · ${words[value]}` }))
  return { ...optionalChoice(label, codes, rest), options }
}

const taxNumber = text('Tax Identification Number (TIN)', {
  max: 14,
  // EI and ten digits are those of the general public and of foreigners, never a supplier's.
  pattern: [/^(?!EI)[A-Z]{1,2}\d{9,12}$/i, 'Give one or two letters and 9 to 12 digits, such as C1234567890'],
})

export const supplierFields = {
  tin: {
    ...taxNumber,
    schema: taxNumber.schema.transform((tin) => tin?.toUpperCase() ?? tin),
  },
  registrationKind: coded('Registered By', registrationCodes, registrationKinds, { bare: true }),
  registrationNumber: text('Registration Number', {
    max: 20,
    pattern: [/^[A-Z0-9]+$/i, 'Give letters and digits only, such as 202601000001'],
    hint: 'For a business the 12 digits of SSM.',
  }),
  sst: text('SST Number', {
    max: 35,
    pattern: [/^[A-Z0-9-]+(;[A-Z0-9-]+)?$/i, 'Give letters, digits and dashes; two numbers are parted by ;'],
    hint: 'Leave it empty if not registered: the file then says NA.',
  }),
  msic: text('MSIC Code', {
    max: 5,
    pattern: [/^(?!00000)\d{5}$/, 'Give the five digits of your MyInvois profile, such as 85412'],
    hint: '85412 is martial arts instruction, 85411 sports instruction.',
  }),
  activity: text('Business Activity', { max: 300, placeholder: 'Martial arts instruction' }),
  address1: text('Address Line 1', { max: 150 }),
  address2: text('Address Line 2', { max: 150 }),
  address3: text('Address Line 3', { max: 150 }),
  postcode: text('Postcode', { max: 5, pattern: [/^\d{5}$/, 'Give the postcode as five digits, such as 47500'] }),
  city: text('City', { max: 50 }),
  state: coded('State', stateCodes, states, { bare: true }),
  telephone: text('Contact Number', {
    max: 20,
    pattern: [/^\+[1-9]\d{7,14}$/, 'Give the number with the country code, such as +60312345678'],
    hint: 'With the country code, without blanks.',
  }),
  email: email('E-mail'),
  classification: coded('Classification of Sales', classificationCodes, classifications, {
    hint: '004 unless the tax office says otherwise.',
  }),
  taxType: coded('Tax Type', taxCodes, taxTypes, {
    hint: 'The portal adds no tax to a sale, so the file has none.',
  }),
  exemption: text('Reason of the Exemption', {
    max: 300,
    pattern: [/^[\p{L}\p{N} .,()-]+$/u, 'Only letters, digits, blanks and . , - ( ) are allowed'],
    hint: 'For tax type E.',
  }),
}
export type SupplierField = keyof typeof supplierFields

/** How long the number of a registration may be; only that of a business may be longer. */
export const longestPersonalNumber = 12
export const personalNumberTooLong = `Registration Number must be at most ${longestPersonalNumber} characters, unless it is that of a business (BRN)`

/** What stands where nothing was chosen. */
export const defaultCodes = { classification: '004', taxType: '06' } as const

/** Without these no file can be made. */
const needed = [
  'tin',
  'registrationKind',
  'registrationNumber',
  'msic',
  'activity',
  'address1',
  'postcode',
  'city',
  'state',
  'telephone',
] as const satisfies readonly SupplierField[]

const said = z.string().nullable()
const code = <const C extends string>(codes: readonly C[]) => z.enum(codes).nullable()

const supplierFacts = z.object({
  tin: said,
  registrationKind: code(registrationCodes),
  registrationNumber: said,
  sst: said,
  msic: said,
  activity: said,
  address1: said,
  address2: said,
  address3: said,
  postcode: said,
  city: said,
  state: code(stateCodes),
  telephone: said,
  email: said,
  /** Never null: 004 and 06 stand where nothing was chosen. */
  classification: z.enum(classificationCodes),
  taxType: z.enum(taxCodes),
  exemption: said,
})
export type SupplierFacts = z.output<typeof supplierFacts>

/** The labels of what is still to be said before a file can be made. */
export function missingOf(facts: SupplierFacts): string[] {
  const asked: readonly SupplierField[] = facts.taxType === 'E' ? [...needed, 'exemption'] : needed
  return asked.filter((name) => facts[name] === null).map((name) => supplierFields[name].label)
}

export const supplierDocument = supplierFacts.extend({ updatedAt: z.string() })
export type SupplierDocument = z.output<typeof supplierDocument>

export const supplierBody = z.object(shapeOf(supplierFields))

export const supplierRoutes = {
  get: endpoint({ method: 'GET', path: '/e-invoice/supplier', may: 'docFormat.edit', result: supplierDocument }),
  update: endpoint({
    method: 'PUT',
    path: '/e-invoice/supplier',
    may: 'docFormat.edit',
    summary: 'What is left out stays; null takes back what was said',
    body: supplierBody,
    result: supplierDocument,
    confirm: messages.submit,
    done: messages.updated,
  }),
}
