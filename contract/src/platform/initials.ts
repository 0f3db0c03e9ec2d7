/** What stands between a person's own name and the father's, and behind that of a company. */
const noName = /^(bin|binti|a\/l|a\/p|anak|sdn\.?|bhd\.?)$/i

/** One or two letters: of the first name and of the last. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const parts = words.filter((word) => !noName.test(word))
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
