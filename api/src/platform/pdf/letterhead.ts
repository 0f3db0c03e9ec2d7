/** The academy as configured. */
export interface Company {
  name: string
  registration?: string | null
  address?: string | null
  phone?: string | null
  /** The academy's own colour, `#rrggbb`. */
  accent?: string
  /** Prepared by letterhead-pictures.ts. */
  logo?: Uint8Array
  background?: Uint8Array
}

/** The head of every printed document: the name, then each configured detail on a line of its own. */
export interface Letterhead {
  name: string
  lines: string[]
  /** The colour of its lines, if not the product's own. */
  accent?: string | undefined
  logo?: Uint8Array
  /** Drawn under the whole page. */
  background?: Uint8Array
}

export function letterheadOf({ name, registration, address, phone, accent, logo, background }: Company): Letterhead {
  const lines = [registration ? `Registration No. ${registration}` : '', address ?? '', phone ? `Tel ${phone}` : '']
  return {
    name,
    lines: lines.filter((line) => line.trim() !== ''),
    ...(accent ? { accent } : {}),
    ...(logo ? { logo } : {}),
    ...(background ? { background } : {}),
  }
}
