/** Lists whose Add button is shown to everybody who may see the list; the server decides on the call. */
export const alwaysAddable: ReadonlySet<string> = new Set(['credit-package', 'member-type', 'holiday'])
