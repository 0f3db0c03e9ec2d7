/** Other languages give their sentence for the English one; English needs no entry. */
const dictionary: Record<string, string> = {}

/** Every text a person reads passes through here, keyed by the English sentence: t('Showing {n} of {m}', { n, m }). */
export function t(sentence: string, values?: Record<string, string | number>): string {
  const text = dictionary[sentence] ?? sentence
  return values ? text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole)) : text
}
