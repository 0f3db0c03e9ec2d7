/** fontkit ships no types; these are the two things asked of it. */
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean }
  export function create(bytes: Uint8Array): Font
}
