/** `1234` -> `1,234`, `'-1234.50'` -> `-1,234.50`: with thousands separators, at most two decimals. */
export const grouped = (figure: number | string): string => String(figure).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/**
 * On screens, on paper and in sentences a minus is the sign, which is as wide as a plus and read aloud; in workbooks, on the
 * wire, in what is typed and in what is written down of a paper, which the books are proven by, it is '-'.
 */
export const withMinus = (text: string): string => text.replace(/(^|\s)-(?=\d)/g, '$1\u2212')

/** `1234.50` -> `RM 1,234.50`, `-0.05` -> `−RM 0.05`: a text of RM with its letters. */
export const inRM = (amount: string): string => `RM ${grouped(amount)}`.replace(/^RM [-\u2212]/, '\u2212RM ')
