/** Where marks stand in the browser's storage, known to the frame of every page without what reads them. */
const prefix = 'marks '

export const nameOf = (user: string, session: string): string => `${prefix}${user} ${session}`
export const markNames = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(prefix))
export const isMarkName = (name: string | null): boolean => name === null || name.startsWith(prefix)
