import { formatRM, sen } from '../wallet/rules.ts'

/** Malaysian notes and coins, in RM. */
export const notes = ['100.00', '50.00', '20.00', '10.00', '5.00', '1.00'] as const
export const coins = ['0.50', '0.20', '0.10', '0.05'] as const
export const denominations = [...notes, ...coins] as const
type Denomination = (typeof denominations)[number]

/** Pieces of each note and coin. */
export type Pieces = Partial<Record<Denomination, number>>

/** The pieces' sum in sen. */
export const sumOf = (pieces: Pieces): number =>
  denominations.reduce((sum, denomination) => sum + sen(denomination) * (pieces[denomination] ?? 0), 0)

/** 'RM 40.00 short', 'RM 5.00 over' or 'no difference', from sen. */
export function differenceWords(difference: number): string {
  if (difference === 0) return 'no difference'
  return `${formatRM(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}`
}

/** '12 payments, RM 1,440.00 expected, RM 1,400.00 counted, RM 40.00 short', from sen. */
export function closeWords(close: { payments: number; returned: number; expected: number; counted: number }): string {
  const { payments, returned, expected, counted } = close
  return [
    payments === 1 ? '1 payment' : `${payments} payments`,
    ...(returned > 0 ? [`${returned} given back`] : []),
    `${formatRM(expected)} expected`,
    `${formatRM(counted)} counted`,
    differenceWords(counted - expected),
  ].join(', ')
}

export const remarkRequired = 'Remark is required when there is a difference'
/** Lines of one close at most; more payments need a second one. */
export const maxLines = 200

/** 'Cash_Close_CC-2026-0001.pdf' */
export const closeFileName = (number: string): string => `Cash_Close_${number}.pdf`

/** 'CC-2026-0012 to CC-2026-0014', or 'CC-2026-0012' of one close: what an evening close is called, from its first and last. */
export const eveningNumber = (first: string, last: string): string => (first === last ? first : `${first} to ${last}`)

/** 'Evening_Close_CC-2026-0012_to_CC-2026-0014.pdf' */
export const eveningFileName = (number: string): string => `Evening_Close_${number.replaceAll(' ', '_')}.pdf`
