import type { SupplierFacts } from '@academy/contract/einvoice/supplier.ts'

/** Well-formed, and nobody's. */
export const supplier: SupplierFacts = {
  tin: 'C1234567890',
  registrationKind: 'BRN',
  registrationNumber: '202601000001',
  sst: null,
  msic: '85412',
  activity: 'Martial arts "instruction" & 武术教学',
  address1: 'Lot 66, Bangunan Merdeka',
  address2: 'Persiaran Jaya',
  address3: null,
  postcode: '40170',
  city: 'Shah Alam',
  state: '10',
  telephone: '+60312345678',
  email: 'accounts@example.com',
  classification: '004',
  taxType: '06',
  exemption: null,
}
