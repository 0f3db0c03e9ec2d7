/** Milliseconds from which on a call or a statement is slow, and told in the log. */
export const slowMs = 1000
