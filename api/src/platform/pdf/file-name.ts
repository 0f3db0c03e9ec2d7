/** A document's number as part of a file name: what such a name cannot have becomes a dash. */
export const numberInFileName = (number: string): string => number.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
