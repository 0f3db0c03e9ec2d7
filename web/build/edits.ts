/** What a step of the build changes in a source. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** From the end, so that the places of the others stay. */
export const applied = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
