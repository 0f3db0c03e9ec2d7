/** The academy as the configuration names it. */
export interface Company {
  name: string
  registration?: string | null
  address?: string | null
  phone?: string | null
}

/** The head of every printed document: the name, and what is known of the rest, a line each. */
export interface Letterhead {
  name: string
  lines: string[]
}

export function letterheadOf({ name, registration, address, phone }: Company): Letterhead {
  const lines = [registration ? `Registration No. ${registration}` : '', address ?? '', phone ? `Tel ${phone}` : '']
  return { name, lines: lines.filter((line) => line.trim() !== '') }
}
