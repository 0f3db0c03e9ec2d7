import { t } from '../kit/words.ts'

/** Fields whose stored name says less than it should. */
const known: Record<string, string> = {
  isDisable: 'Disabled',
  pictureDIR: 'Picture',
  dob: 'Date of birth',
  icNo: 'I/C No.',
}

/** `expired_date` and `beltColor` as 'Expired date' and 'Belt color'. */
export function fieldWords(field: string): string {
  if (Object.hasOwn(known, field)) return t(known[field] ?? field)
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_.]+/g, ' ')
    .trim()
    .toLowerCase()
  return t(words.charAt(0).toUpperCase() + words.slice(1))
}

/** A stored value as a person reads it; a dash for none. */
export function valueWords(value: string | undefined): string {
  if (value === undefined || value === '' || value === 'null') return '-'
  if (value === 'true') return t('Yes')
  return value === 'false' ? t('No') : value
}
