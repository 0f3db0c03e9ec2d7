/** The states and federal territories of Malaysia by the codes of the holiday lists. */
export const stateCodes = {
  JHR: 'Johor',
  KDH: 'Kedah',
  KTN: 'Kelantan',
  MLK: 'Melaka',
  NSN: 'Negeri Sembilan',
  PHG: 'Pahang',
  PNG: 'Pulau Pinang',
  PRK: 'Perak',
  PLS: 'Perlis',
  SGR: 'Selangor',
  TRG: 'Terengganu',
  SBH: 'Sabah',
  SWK: 'Sarawak',
  KUL: 'Kuala Lumpur',
  LBN: 'Labuan',
  PJY: 'Putrajaya',
} as const

export type State = (typeof stateCodes)[keyof typeof stateCodes]

/** In alphabetical order. */
export const states: readonly State[] = Object.values(stateCodes).toSorted()
