/** Start and end on one day, `HH:mm` each. */
export interface TimeRange {
  starts: string
  ends: string
}

export const durationOf = ({ starts, ends }: TimeRange): string => `${starts} - ${ends}`

/** Parses a validated `HH:mm - HH:mm`. */
export const timeRangeOf = (duration: string): TimeRange => ({ starts: duration.slice(0, 5), ends: duration.slice(8) })
