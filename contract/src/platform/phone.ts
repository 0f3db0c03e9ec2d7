/**
 * A phone number as it is stored: '012-345 6789', '+60 12-345 6789' and '0060 12-345 6789' are 0123456789, '+65 6123 4567'
 * is 6561234567.
 * Text with anything else in it stays as it is, for the field's rule to refuse.
 */
export function phoneDigits(written: string): string {
  const text = written.trim()
  if (!/^\+?[\d\s().-]+$/.test(text)) return text
  const digits = text.replaceAll(/\D/g, '')
  if (!/^(?:\+|00)/.test(text)) return digits
  return digits.replace(/^00/, '').replace(/^600?/, '0')
}
