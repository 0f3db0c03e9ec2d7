import type { Tx } from '../data/tx.ts'
import type { Transact } from './handler.ts'

/** Carries an answer out of a transaction that must not commit. */
class Rehearsed<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('rehearsed')
    this.result = result
  }
}

/** Does something and rolls it back; answers what it did. Refused as the thing itself would be (decision 15). */
export async function rehearse<Result>(transact: Transact, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let rehearsed: Rehearsed<Result> | undefined
  try {
    return await transact(async (tx) => {
      rehearsed = new Rehearsed(await work(tx))
      throw rehearsed
    })
  } catch (error) {
    if (rehearsed && error === rehearsed) return rehearsed.result
    throw error
  }
}
