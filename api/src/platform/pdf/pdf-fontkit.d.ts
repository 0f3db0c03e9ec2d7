/** fontkit ships no types; these are the few things asked of it. */
declare module 'fontkit' {
  /** In units of the font. */
  export type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
  export type GlyphRun = { glyphs: readonly unknown[]; positions: Position[]; readonly advanceWidth: number }
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: unknown): GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
