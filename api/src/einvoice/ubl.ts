/**
 * The part of UBL 2.1 JSON v2.0 (OASIS Invoice-2) that a consolidated e-Invoice has, with the mandatory fields, lengths,
 * codes and sums of MyInvois' Invoice 1.0. Every element, its order, how often it may stand and what it holds were
 * compared with OASIS's schema (decision 69): a document that this accepts is one that OASIS's accepts.
 */
import { classificationCodes, registrationCodes, stateCodes, taxCodes } from '@academy/contract/einvoice/codes.ts'
import { eInvoiceVersion } from '@academy/contract/einvoice/einvoice.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { z } from 'zod'

/** UBL's JSON writes every element as a list, here of one. */
const one = <S extends z.ZodRawShape>(shape: S) => z.tuple([z.strictObject(shape)])
/** An element with a value is an object of it and its attributes. */
const text = (max: number) => one({ _: z.string().min(1).max(max) })
const only = <const V extends string>(said: V) => one({ _: z.literal(said) })

/** MyInvois takes plain numbers of ringgit with two decimals, never an exponent. */
const plain = /^\d{1,12}(\.\d{1,2})?$/
const amount = one({
  // What is no amount is not added up.
  _: z.number().refine((given) => plain.test(String(given)), { error: 'must have at most two decimals', abort: true }),
  currencyID: z.literal('MYR'),
})
type Amount = z.output<typeof amount>
/** Sen. */
const senIn = ([{ _ }]: Amount) => sen(String(_))

const day = one({ _: z.iso.date() })

const identified = <S extends z.ZodType, T extends z.ZodType>(number: S, schemeID: T) =>
  z.strictObject({ ID: one({ _: number, schemeID }) })
const of = (scheme: string) => z.literal(scheme)
const identification = <S extends z.ZodType>(tin: S, registration: z.ZodType<string>) =>
  z.tuple([
    identified(tin, of('TIN')),
    identified(registration, z.enum(registrationCodes)),
    identified(z.string().min(1).max(35), of('SST')),
    identified(z.string().min(1).max(17), of('TTX')),
  ])

const country = one({
  IdentificationCode: one({ _: z.literal('MYS'), listID: z.literal('ISO3166-1'), listAgencyID: z.literal('6') }),
})

const supplier = one({
  IndustryClassificationCode: one({ _: z.string().regex(/^\d{5}$/), name: z.string().min(1).max(300) }),
  PartyIdentification: identification(z.string().min(11).max(14), z.string().min(1).max(20)),
  PostalAddress: one({
    CityName: text(50),
    PostalZone: text(50),
    CountrySubentityCode: one({ _: z.enum(stateCodes) }),
    AddressLine: z
      .array(z.strictObject({ Line: text(150) }))
      .min(1)
      .max(3),
    Country: country,
  }),
  PartyLegalEntity: one({ RegistrationName: text(300) }),
  Contact: one({ Telephone: one({ _: z.string().regex(/^\+\d{8,15}$/) }), ElectronicMail: text(320).optional() }),
})

/** The general public, who asked for no e-Invoice: its name and number, and NA or 17 for all that is not known. */
const generalPublic = one({
  PartyIdentification: identification(z.literal('EI00000000010'), z.literal('NA')),
  PostalAddress: one({
    CityName: only('NA'),
    CountrySubentityCode: only('17'),
    AddressLine: one({ Line: only('NA') }),
    Country: country,
  }),
  PartyLegalEntity: one({ RegistrationName: only('General Public') }),
  Contact: one({ Telephone: only('NA') }),
})

const scheme = one({
  ID: one({ _: z.literal('OTH'), schemeID: z.literal('UN/ECE 5153'), schemeAgencyID: z.literal('6') }),
})
const taxed = <S extends z.ZodRawShape>(rate: S) =>
  one({
    TaxAmount: amount,
    TaxSubtotal: one({
      TaxableAmount: amount,
      TaxAmount: amount,
      ...rate,
      TaxCategory: one({
        ID: one({ _: z.enum(taxCodes) }),
        TaxExemptionReason: text(300).optional(),
        TaxScheme: scheme,
      }),
    }),
  })

const line = z.strictObject({
  ID: text(10),
  InvoicedQuantity: one({ _: z.number().positive(), unitCode: z.literal('C62') }),
  LineExtensionAmount: amount,
  TaxTotal: taxed({ Percent: one({ _: z.number().min(0).max(100) }) }),
  Item: one({
    Description: text(300),
    CommodityClassification: one({
      ItemClassificationCode: one({ _: z.enum(classificationCodes), listID: z.literal('CLASS') }),
    }),
  }),
  Price: one({ PriceAmount: amount }),
  ItemPriceExtension: one({ Amount: amount }),
})

const invoice = z.strictObject({
  ID: text(50),
  IssueDate: day,
  IssueTime: one({ _: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/) }),
  InvoiceTypeCode: one({ _: z.literal('01'), listVersionID: z.literal(eInvoiceVersion) }),
  DocumentCurrencyCode: only('MYR'),
  InvoicePeriod: one({ StartDate: day, EndDate: day, Description: only('Monthly') }),
  AccountingSupplierParty: one({ Party: supplier }),
  AccountingCustomerParty: one({ Party: generalPublic }),
  TaxTotal: taxed({}),
  LegalMonetaryTotal: one({
    LineExtensionAmount: amount,
    TaxExclusiveAmount: amount,
    TaxInclusiveAmount: amount,
    PayableAmount: amount,
  }),
  InvoiceLine: z.array(line).min(1),
})
export type Invoice = z.output<typeof invoice>
export type InvoiceLine = z.output<typeof line>

/** MyInvois' calculations (sdk.myinvois.hasil.gov.my/mathematical-mappings), in sen. */
function sumsOf({ InvoiceLine, LegalMonetaryTotal: [total], TaxTotal: [tax] }: Invoice): [string, number, number][] {
  const lines = InvoiceLine.map(({ LineExtensionAmount }) => senIn(LineExtensionAmount))
  const net = lines.reduce((sum, each) => sum + each, 0)
  const taxes = InvoiceLine.reduce((sum, { TaxTotal: [each] }) => sum + senIn(each.TaxAmount), 0)
  const [subtotal] = tax.TaxSubtotal
  return [
    ['LineExtensionAmount', senIn(total.LineExtensionAmount), net],
    ['TaxExclusiveAmount', senIn(total.TaxExclusiveAmount), net],
    ['TaxInclusiveAmount', senIn(total.TaxInclusiveAmount), net + taxes],
    ['PayableAmount', senIn(total.PayableAmount), net + taxes],
    ['TaxAmount', senIn(tax.TaxAmount), taxes],
    ['TaxAmount of its type', senIn(subtotal.TaxAmount), taxes],
    ['TaxableAmount', senIn(subtotal.TaxableAmount), net],
    ...InvoiceLine.flatMap(({ Price: [price], ItemPriceExtension: [extension] }, index): [string, number, number][] => [
      [`Price of line ${index + 1}`, senIn(price.PriceAmount), lines[index] ?? 0],
      [`Amount of line ${index + 1}`, senIn(extension.Amount), lines[index] ?? 0],
    ]),
  ]
}

export const ublInvoice = z.strictObject({
  _D: z.literal('urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'),
  _A: z.literal('urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'),
  _B: z.literal('urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'),
  Invoice: z.tuple([
    invoice.superRefine((given, context) => {
      for (const [name, is, should] of sumsOf(given))
        if (is !== should)
          context.addIssue({
            code: 'custom',
            message: `${name} is ${ringgit(is)} and should be ${ringgit(should)}`,
          })
    }),
  ]),
})
export type UblInvoice = z.output<typeof ublInvoice>
