import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely'
import { plannedOnce, type Reader, type Reads } from './reads.ts'

/** Stands where a value of this name goes. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Query<Row> {
  modifyEnd(end: Expression<unknown>): { compile(): CompiledQuery<Row> }
}

/** Where the values of a read go, by name. */
export type Given<Values extends object> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/**
 * A read by key whose text is always the same. It is built and compiled when it is asked first, which for a document costs
 * more than sending it and taking its answer, and each connection plans it once.
 */
export function fixedRead<Values extends object, Row>(
  build: (db: Reader, given: Given<Values>) => Query<Row>,
): (reads: Pick<Reads, 'read' | 'ask'>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return (reads, values) => {
    compiled ??= build(reads.read(), (name) => sql`${new Place(name)}`)
      .modifyEnd(plannedOnce)
      .compile()
    const valueAt = (part: unknown) => (part instanceof Place ? Reflect.get(values, part.name) : part)
    return reads.ask({ ...compiled, parameters: compiled.parameters.map(valueAt) })
  }
}
