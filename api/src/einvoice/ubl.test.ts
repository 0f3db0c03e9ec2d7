/** The file against the schema, and the schema against faulty files. */
import { expect, test } from 'vitest'
import { supplier } from '../../test/support/payments/e-invoice.ts'
import { checkedDocument, type EInvoiceFacts, eInvoiceJson } from './document.ts'
import { mostLines } from './month.ts'
import type { UblInvoice } from './ubl.ts'

const facts: EInvoiceFacts = {
  number: 'EINV-2026-10',
  month: '2026-10',
  chains: [
    { first: 'OR-2026-0002', last: 'OR-2026-0004', receipts: 3, amount: 38465 },
    { first: 'OR-2026-0006', last: 'OR-2026-0006', receipts: 1, amount: 10 },
  ],
  name: 'Tan & Sons "Harimau" Academy 猛虎武術',
  supplier,
  at: '2026-11-03T16:05:06.789Z',
}
const written = (more: Partial<EInvoiceFacts> = {}): UblInvoice =>
  checkedDocument(JSON.parse(eInvoiceJson({ ...facts, ...more }).toString()))
const invoiceOf = (document: UblInvoice) => document.Invoice[0]

test('a file says who sold, to the general public, by chain of receipts, without tax', () => {
  const invoice = invoiceOf(written())
  expect(invoice).toMatchObject({
    ID: [{ _: 'EINV-2026-10' }],
    // In UTC, where it is still the third.
    IssueDate: [{ _: '2026-11-03' }],
    IssueTime: [{ _: '16:05:06Z' }],
    InvoiceTypeCode: [{ _: '01', listVersionID: '1.0' }],
    InvoicePeriod: [{ StartDate: [{ _: '2026-10-01' }], EndDate: [{ _: '2026-10-31' }] }],
    LegalMonetaryTotal: [{ PayableAmount: [{ _: 384.75, currencyID: 'MYR' }] }],
    TaxTotal: [{ TaxAmount: [{ _: 0, currencyID: 'MYR' }] }],
  })
  const [
    {
      Party: [academy],
    },
  ] = invoice.AccountingSupplierParty
  expect(academy).toMatchObject({
    IndustryClassificationCode: [{ _: '85412', name: supplier.activity }],
    PartyLegalEntity: [{ RegistrationName: [{ _: facts.name }] }],
    PostalAddress: [{ AddressLine: [{ Line: [{ _: supplier.address1 }] }, { Line: [{ _: 'Persiaran Jaya' }] }] }],
  })
  expect(academy.PartyIdentification.map(({ ID: [{ _, schemeID }] }) => `${schemeID} ${_}`)).toEqual([
    'TIN C1234567890',
    'BRN 202601000001',
    'SST NA',
    'TTX NA',
  ])
  const [
    {
      Party: [buyer],
    },
  ] = invoice.AccountingCustomerParty
  expect(buyer.PartyIdentification[0].ID[0]._).toBe('EI00000000010')
  expect(buyer.PostalAddress[0].CountrySubentityCode[0]._).toBe('17')
  expect(
    invoice.InvoiceLine.map(({ Item: [item], LineExtensionAmount: [{ _ }] }) => [
      item.Description[0]._,
      item.CommodityClassification[0].ItemClassificationCode[0]._,
      _,
    ]),
  ).toEqual([
    ['Receipt OR-2026-0002 - OR-2026-0004', '004', 384.65],
    ['Receipt OR-2026-0006', '004', 0.1],
  ])
})

test('elements stand in the order of UBL, in one line of UTF-8', () => {
  const text = eInvoiceJson(facts).toString()
  expect(Object.keys(invoiceOf(JSON.parse(text)))).toEqual([
    'ID',
    'IssueDate',
    'IssueTime',
    'InvoiceTypeCode',
    'DocumentCurrencyCode',
    'InvoicePeriod',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
    'TaxTotal',
    'LegalMonetaryTotal',
    'InvoiceLine',
  ])
  expect(text).toMatch(/^\{"_D":/)
  expect(text).not.toContain('\n')
  expect(text).toContain('"Tan & Sons \\"Harimau\\" Academy 猛虎武術"')
})

test('an exempt sale says why; without an e-mail none is written', () => {
  const exempt = { ...supplier, taxType: 'E' as const, exemption: 'Exempt under Order 2026 (12)', email: null }
  const invoice = invoiceOf(written({ supplier: exempt }))
  expect(invoice.TaxTotal[0].TaxSubtotal[0].TaxCategory[0]).toMatchObject({
    ID: [{ _: 'E' }],
    TaxExemptionReason: [{ _: 'Exempt under Order 2026 (12)' }],
  })
  expect(JSON.stringify(invoice)).not.toContain('ElectronicMail')
})

test('as many lines of the longest numbers as a file has stay below the 300 KB that MyInvois takes', () => {
  const long = (index: number) => `${'武'.repeat(56)}${index}`
  const chains = Array.from({ length: mostLines }, (_, index) => ({
    ...{ first: long(index), last: long(index + 1), receipts: 2, amount: 999_999_99 },
  }))
  const wordy = { ...supplier, activity: '武'.repeat(300), address1: '武'.repeat(150), address2: '武'.repeat(150) }
  expect(eInvoiceJson({ ...facts, chains, supplier: wordy }).length).toBeLessThan(300 * 1024)
})

/** Changes a file somewhere: the way to an element, and what becomes of it; undefined takes it away. */
function broken(way: string, becomes: unknown): unknown {
  const document: unknown = JSON.parse(eInvoiceJson(facts).toString())
  const steps = way.split('.')
  const last = steps.pop() ?? ''
  let at: unknown = document
  for (const step of steps) at = Reflect.get(Object(at), step)
  if (becomes === undefined) Reflect.deleteProperty(Object(at), last)
  else Reflect.set(Object(at), last, becomes)
  return document
}

const supplierAt = 'Invoice.0.AccountingSupplierParty.0.Party.0'
const lineAt = 'Invoice.0.InvoiceLine.0'

test.each([
  ['Invoice.0.ID', undefined],
  ['Invoice.0.ID.0._', ''],
  ['Invoice.0.ID', [{ _: 'one' }, { _: 'two' }]],
  ['Invoice.0.IssueDate.0._', '03-11-2026'],
  ['Invoice.0.IssueTime.0._', '16:05:06+08:00'],
  ['Invoice.0.InvoiceTypeCode.0.listVersionID', '1.1'],
  ['Invoice.0.Colour', [{ _: 'red' }]],
  ['Invoice.0.InvoiceLine', []],
  [`${supplierAt}.IndustryClassificationCode.0._`, '8541'],
  [`${supplierAt}.PartyIdentification.0.ID.0._`, null],
  [`${supplierAt}.PartyIdentification.1.ID.0.schemeID`, 'SSM'],
  [`${supplierAt}.PartyIdentification.3`, undefined],
  [`${supplierAt}.PostalAddress.0.CityName`, undefined],
  [`${supplierAt}.PostalAddress.0.CountrySubentityCode.0._`, '17'],
  [`${supplierAt}.Contact.0.Telephone.0._`, '03-1234 5678'],
  ['Invoice.0.AccountingCustomerParty.0.Party.0.PartyIdentification.0.ID.0._', 'C1234567890'],
  [`${lineAt}.Item.0.Description.0._`, 'x'.repeat(301)],
  [`${lineAt}.Item.0.CommodityClassification.0.ItemClassificationCode.0._`, '4'],
  [`${lineAt}.LineExtensionAmount.0.currencyID`, undefined],
  [`${lineAt}.LineExtensionAmount.0._`, '384.65'],
  [`${lineAt}.LineExtensionAmount.0._`, 384.655],
  // Well-formed, but the sums do not agree.
  [`${lineAt}.LineExtensionAmount.0._`, 384.66],
  [`${lineAt}.Price.0.PriceAmount.0._`, 384.64],
  ['Invoice.0.LegalMonetaryTotal.0.PayableAmount.0._', 384.74],
  ['Invoice.0.TaxTotal.0.TaxAmount.0._', 1],
])('a file with %s as %j is refused', (way, becomes) => {
  expect(() => checkedDocument(broken(way, becomes))).toThrow(/does not hold to the format/)
})
