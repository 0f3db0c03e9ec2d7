/** A consolidated e-Invoice as MyInvois reads it. */
import { eInvoiceVersion } from '@academy/contract/einvoice/einvoice.ts'
import type { SupplierFacts } from '@academy/contract/einvoice/supplier.ts'
import { daysOf } from '@academy/contract/reports/month.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import { conflict } from '../platform/http/index.ts'
import type { Chain } from './chains.ts'
import { type UblInvoice, ublInvoice } from './ubl.ts'

/** The facts of a file; all that MyInvois asks for was said. */
export interface EInvoiceFacts {
  number: string
  month: string
  chains: readonly Chain[]
  /** The academy's name. */
  name: string
  supplier: SupplierFacts
  /** Instant of the download: MyInvois takes none that is older than three days. */
  at: string
}

const value = <V>(_: V): [{ _: V }] => [{ _ }]
/** Exact: it is read from the text of two decimals, and no sum is made of it. */
const money = (amountSen: number): [{ _: number; currencyID: 'MYR' }] => [
  { _: Number(ringgit(amountSen)), currencyID: 'MYR' },
]
const notRegistered = 'NA'
const malaysia = [{ IdentificationCode: [{ _: 'MYS', listID: 'ISO3166-1', listAgencyID: '6' }] }]
const identified = (number: string | null, schemeID: string) => ({ ID: [{ _: number ?? '', schemeID }] })

function supplierOf({ name, supplier }: EInvoiceFacts) {
  const lines = [supplier.address1, supplier.address2, supplier.address3].filter((line) => line !== null)
  return {
    IndustryClassificationCode: [{ _: supplier.msic, name: supplier.activity }],
    PartyIdentification: [
      identified(supplier.tin, 'TIN'),
      identified(supplier.registrationNumber, supplier.registrationKind ?? ''),
      identified(supplier.sst ?? notRegistered, 'SST'),
      identified(notRegistered, 'TTX'),
    ],
    PostalAddress: [
      {
        CityName: value(supplier.city),
        PostalZone: value(supplier.postcode),
        CountrySubentityCode: value(supplier.state),
        AddressLine: lines.map((line) => ({ Line: value(line) })),
        Country: malaysia,
      },
    ],
    PartyLegalEntity: [{ RegistrationName: value(name) }],
    Contact: [
      {
        Telephone: value(supplier.telephone),
        ...(supplier.email ? { ElectronicMail: value(supplier.email) } : {}),
      },
    ],
  }
}

const generalPublic = {
  PartyIdentification: [
    identified('EI00000000010', 'TIN'),
    identified('NA', 'BRN'),
    identified('NA', 'SST'),
    identified('NA', 'TTX'),
  ],
  PostalAddress: [
    {
      CityName: value('NA'),
      CountrySubentityCode: value('17'),
      AddressLine: [{ Line: value('NA') }],
      Country: malaysia,
    },
  ],
  PartyLegalEntity: [{ RegistrationName: value('General Public') }],
  Contact: [{ Telephone: value('NA') }],
}

/** No tax on an amount, and why there is none. */
const untaxed = (amount: number, { taxType, exemption }: SupplierFacts, rate: object = {}) => [
  {
    TaxAmount: money(0),
    TaxSubtotal: [
      {
        TaxableAmount: money(amount),
        TaxAmount: money(0),
        ...rate,
        TaxCategory: [
          {
            ID: value(taxType),
            ...(taxType === 'E' ? { TaxExemptionReason: value(exemption) } : {}),
            TaxScheme: [{ ID: [{ _: 'OTH', schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }] }],
          },
        ],
      },
    ],
  },
]

const lineOf = ({ first, last, amount }: Chain, index: number, supplier: SupplierFacts) => ({
  ID: value(String(index + 1)),
  InvoicedQuantity: [{ _: 1, unitCode: 'C62' }],
  LineExtensionAmount: money(amount),
  TaxTotal: untaxed(amount, supplier, { Percent: value(0) }),
  Item: [
    {
      Description: value(first === last ? `Receipt ${first}` : `Receipt ${first} - ${last}`),
      CommodityClassification: [{ ItemClassificationCode: [{ _: supplier.classification, listID: 'CLASS' }] }],
    },
  ],
  Price: [{ PriceAmount: money(amount) }],
  ItemPriceExtension: [{ Amount: money(amount) }],
})

function documentOf(facts: EInvoiceFacts) {
  const total = facts.chains.reduce((sum, { amount }) => sum + amount, 0)
  const { startDate, endDate } = daysOf(facts.month)
  return {
    _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    Invoice: [
      {
        ID: value(facts.number),
        IssueDate: value(facts.at.slice(0, 10)),
        IssueTime: value(`${facts.at.slice(11, 19)}Z`),
        InvoiceTypeCode: [{ _: '01', listVersionID: eInvoiceVersion }],
        DocumentCurrencyCode: value('MYR'),
        InvoicePeriod: [{ StartDate: value(startDate), EndDate: value(endDate), Description: value('Monthly') }],
        AccountingSupplierParty: [{ Party: [supplierOf(facts)] }],
        AccountingCustomerParty: [{ Party: [generalPublic] }],
        TaxTotal: untaxed(total, facts.supplier),
        LegalMonetaryTotal: [
          {
            LineExtensionAmount: money(total),
            TaxExclusiveAmount: money(total),
            TaxInclusiveAmount: money(total),
            PayableAmount: money(total),
          },
        ],
        InvoiceLine: facts.chains.map((chain, index) => lineOf(chain, index, facts.supplier)),
      },
    ],
  }
}

/** The document, checked; 409 for one that MyInvois would not take. Elements stand in UBL's order. */
export function checkedDocument(document: unknown): UblInvoice {
  const { data, error } = ublInvoice.safeParse(document)
  if (data) return data
  const [issue] = error.issues
  throw conflict(`The e-Invoice does not hold to the format: ${issue?.path.join('.')} ${issue?.message}`)
}

/** The file, without blanks: MyInvois takes at most 300 KB. */
export const eInvoiceJson = (facts: EInvoiceFacts): Buffer =>
  Buffer.from(JSON.stringify(checkedDocument(documentOf(facts))))
