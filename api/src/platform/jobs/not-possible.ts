/** What a job is there for cannot be done here, which is no failure. */
export class NotPossible extends Error {}
