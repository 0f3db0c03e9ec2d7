/** From-to times of a day, `HH:mm` each. */
export interface Span {
  starts: string
  ends: string
}

export const durationOf = ({ starts, ends }: Span): string => `${starts} - ${ends}`

/** Of a checked `HH:mm - HH:mm`. */
export const spanOf = (duration: string): Span => ({ starts: duration.slice(0, 5), ends: duration.slice(8) })
