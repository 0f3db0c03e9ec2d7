/** The codes of MyInvois (sdk.myinvois.hasil.gov.my/codes) that a consolidated e-Invoice of an academy may have. */
import { keysOf } from '../platform/records.ts'

export const registrationKinds = {
  BRN: 'Business registration (BRN)',
  NRIC: 'I/C number (NRIC)',
  PASSPORT: 'Passport',
  ARMY: 'Army number',
} as const

export const states = {
  '01': 'Johor',
  '02': 'Kedah',
  '03': 'Kelantan',
  '04': 'Melaka',
  '05': 'Negeri Sembilan',
  '06': 'Pahang',
  '07': 'Pulau Pinang',
  '08': 'Perak',
  '09': 'Perlis',
  '10': 'Selangor',
  '11': 'Terengganu',
  '12': 'Sabah',
  '13': 'Sarawak',
  '14': 'Kuala Lumpur',
  '15': 'Labuan',
  '16': 'Putrajaya',
} as const

/** Without those of self-billed documents and of other trades. */
export const classifications = {
  '004': 'Consolidated e-Invoice',
  '002': 'Child care fees',
  '010': 'Education fees',
  '013': 'Gym membership',
  '022': 'Others',
  '038': 'Sports training and facilities',
  '044': 'Vouchers and credits',
} as const

/** The portal records no tax, so that those that would be charged are not among them. */
export const taxTypes = { '06': 'Not applicable', E: 'Exempt' } as const

export const registrationCodes = keysOf(registrationKinds)
// A code without a leading zero would come first.
export const stateCodes = keysOf(states).toSorted()
export const classificationCodes = keysOf(classifications)
export const taxCodes = keysOf(taxTypes)
