/** Translations by English sentence; English needs no entry. */
const dictionary: Record<string, string> = {}

/** Translates a text; the key is the English sentence: t('Showing {n} of {m}', { n, m }). */
export function t(sentence: string, values?: Record<string, string | number>): string {
  const text = dictionary[sentence] ?? sentence
  return values ? text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole)) : text
}
