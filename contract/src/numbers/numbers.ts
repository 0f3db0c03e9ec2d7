/** Documents that carry a number. The formats' types, word for word. */
export const numberTypes = ['Official Receipt', 'Order', 'Credit Adjustment'] as const
export type NumberType = (typeof numberTypes)[number]

/** After this number a format has to be reset; from `warnFrom` on its list row and the dashboard say so. */
export const lastNumber = 9999
export const warnFrom = 9900

const parts: Record<string, (year: string, month: string, day: string) => string> = {
  '(ddmmyyyy)': (year, month, day) => day + month + year,
  // As the form's hint spells it.
  '(ddmmyyy)': (year, month, day) => day + month + year,
  '(ddmmyy)': (year, month, day) => day + month + year.slice(2),
  '(mmyyyy)': (year, month) => month + year,
  '(yyyy)': (year) => year,
  '(yy)': (year) => year.slice(2),
}

/** The number a format gives: `OR-(yyyy)-{0000}`, 7 and 2026-11-20 make `OR-2026-0007`. */
export function numberOf(format: string, runningNo: number, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return format
    .replace(/\([dmy]+\)/g, (part) => parts[part]?.(year, month, day) ?? part)
    .replace(/\{(0+)\}/g, (_, zeros: string) => String(runningNo).padStart(zeros.length, '0'))
}

export const numbersUsedUp = (type: string) =>
  `The ${type} format has issued its last number ${lastNumber}. Please reset its running number.`
export const numbersDisabled = (type: string) =>
  `The ${type} format is disabled, so no number can be issued. Please enable it under Doc Format first.`
export const numbersMissing = (type: string) =>
  `There is no ${type} format, so no number can be issued. Please create it under Doc Format first.`
/** Said from `warnFrom` on. */
export function numbersRunningOut(type: string, runningNo: number): string {
  const left = lastNumber - runningNo
  if (left <= 0) return numbersUsedUp(type)
  return `The ${type} format has ${left} ${left === 1 ? 'number' : 'numbers'} left before it must be reset.`
}

export interface FormatState {
  type: string
  running_no: number
  isDisable: boolean
  /** There is no format of the type. */
  isMissing?: boolean
}

/** Whether the format issues no number any more. */
export const isStopped = ({ running_no, isDisable, isMissing = false }: FormatState): boolean =>
  isMissing || isDisable || running_no >= lastNumber

/** Why somebody has to look after a format; undefined while nobody has to. */
export function formatWarning({ type, running_no, isDisable, isMissing }: FormatState): string | undefined {
  if (isMissing) return numbersMissing(type)
  if (isDisable) return numbersDisabled(type)
  return running_no >= warnFrom ? numbersRunningOut(type, running_no) : undefined
}
