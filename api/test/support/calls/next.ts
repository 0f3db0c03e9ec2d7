let count = 0

/** Another one each time. */
export const nextNumber = () => ++count
export const next = (word: string) => `${word} ${nextNumber()}`
