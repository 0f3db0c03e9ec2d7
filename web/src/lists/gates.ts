/** Lists whose Add button everybody sees who may see the list; the server decides on the call. */
export const ungatedAdd: ReadonlySet<string> = new Set(['credit-package', 'member-type', 'holiday'])
