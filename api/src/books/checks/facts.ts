/** A fact of a document: what it is called, what was written down of it and what it is now, both as SQL texts. */
export type Fact = readonly [name: string, written: string, now: string]

/** Whether one of the facts differs. */
export const differ = (facts: readonly Fact[]): string =>
  facts.map(([, written, now]) => `${written} <> ${now}`).join(' or ')

const shown = (text: string) => `coalesce(nullif(${text}, ''), '-')`

/** The first fact that differs; `paper` is the SQL of what it was written down in. */
export const difference = (paper: string, facts: readonly Fact[]): string =>
  `${paper} || ' says ' || case ${facts
    .map(
      ([name, written, now]) =>
        `when ${written} <> ${now} then '${name} ' || ${shown(written)} || ', and it is ' || ${shown(now)}`,
    )
    .join(' ')} end`

/** A figure as it is printed, without its thousands separators. */
export const plain = (figure: string): string => `replace(${figure}, ',', '')`

/** A date as it is printed. */
export const printedDay = (date: string): string => `to_char(${date}, 'DD-MM-YYYY')`

/** An instant in Kuala Lumpur. */
export const local = (instant: string): string => `(${instant} at time zone 'Asia/Kuala_Lumpur')`
