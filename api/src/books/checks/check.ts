/** One thing that must hold. `fault` answers the first row that breaks it: its name, and what is wrong. */
export interface Check {
  name: string
  /** Number of rows checked. */
  count: string
  fault: string
  /** A remark on data that holds. */
  note?: string
}

/** What one check found: how many rows it checked, and the first one that is wrong. */
export interface Finding {
  name: string
  count: number
  note?: string
  fault?: { row: string; problem: string }
}
