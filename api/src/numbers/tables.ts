export interface NumberTables {
  documentFormat: {
    id: string
    type: string
    format: string
    /** The last number issued. */
    runningNo: number
    isDisable: boolean
    isProtected: boolean
    createdAt: string
    updatedAt: string
  }
}
