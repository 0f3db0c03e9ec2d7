/** `1234` -> `1,234`, `'-1234.50'` -> `-1,234.50`: with thousands separators, at most two decimals. */
export const grouped = (figure: number | string): string => String(figure).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
