/** `1234` -> `1,234`, `'-1234.50'` -> `-1,234.50`: thousands apart, at most two decimals as they are written. */
export const grouped = (figure: number | string): string => String(figure).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
