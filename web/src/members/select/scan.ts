/** Whether a text is a document's id, as a code may hold it, not something to search by. */
export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
