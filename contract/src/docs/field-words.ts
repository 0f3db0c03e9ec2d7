type Value = string | number | boolean | null | Record<string, unknown> | readonly unknown[]
/** The meaning and an example; a missing example is made from the type. */
export type FieldWords = readonly [meaning: string, example?: Value]
