/** fontkit ships no types; these are the parts in use. */
declare module 'fontkit' {
  /** In font units. */
  export type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
  export type GlyphRun = { glyphs: readonly unknown[]; positions: Position[]; readonly advanceWidth: number }
  export type Font = {
    /** In font units, above and below the line. */
    ascent: number
    descent: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: unknown): GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
