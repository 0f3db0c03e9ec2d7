/** One thing that must hold. `fault` answers the first row that breaks it: its name, and what is wrong in words. */
export interface Check {
  name: string
  /** How many rows were looked at. */
  count: string
  fault: string
  /** Something worth knowing of what holds. */
  note?: string
}
