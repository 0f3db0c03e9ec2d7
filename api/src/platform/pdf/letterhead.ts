/** The academy as the configuration names it. */
export interface Company {
  name: string
  registration?: string | null
  address?: string | null
  phone?: string | null
  /** Pictures as letterhead-pictures.ts makes them ready. */
  logo?: Uint8Array
  background?: Uint8Array
}

/** The head of every printed document: the name, and what is known of the rest, a line each. */
export interface Letterhead {
  name: string
  lines: string[]
  logo?: Uint8Array
  /** Under the whole page. */
  background?: Uint8Array
}

export function letterheadOf({ name, registration, address, phone, logo, background }: Company): Letterhead {
  const lines = [registration ? `Registration No. ${registration}` : '', address ?? '', phone ? `Tel ${phone}` : '']
  return {
    name,
    lines: lines.filter((line) => line.trim() !== ''),
    ...(logo ? { logo } : {}),
    ...(background ? { background } : {}),
  }
}
