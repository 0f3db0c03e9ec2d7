/** The twelve digits of a card's number; undefined for any other text. */
export const cardDigits = (icNo: string): string | undefined =>
  /^\d{6}[ -]?\d{2}[ -]?\d{4}$/.test(icNo.trim()) ? icNo.replaceAll(/\D/g, '') : undefined
