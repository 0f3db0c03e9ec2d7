/** Lists that nobody adds to: their entries stand from the first start. */
export const withoutAdd: ReadonlySet<string> = new Set(['doc-num-format'])

/** Lists whose Add button everybody sees who may see the list; the server decides on the call. */
export const ungatedAdd: ReadonlySet<string> = new Set(['credit-package', 'member-type', 'holiday'])
