import type { Model, Outcome } from './model.ts'
import type { Request } from './world.ts'

/** One call, and its expected effect on the model. */
export interface Step {
  says: string
  request: Request
  outcome(model: Model): Outcome
}

/** Indexes that are wrapped to the existing range when the command runs, so that runs shrink well. */
export type Plan = (model: Model) => Step | undefined

export const at = <Thing>(things: readonly Thing[], index: number): Thing | undefined => things[index % things.length]
/** Prefers one for which the command has an effect, if there is any. */
export function prefer<Thing>(
  things: readonly Thing[],
  isLikely: (thing: Thing) => boolean,
  index: number,
): Thing | undefined {
  const likely = things.filter(isLikely)
  return likely.length === 0 || index % 5 === 4 ? at(things, index) : at(likely, index)
}

export const put = (path: string[], body?: unknown): Request => ({ method: 'PUT', path, body })
export const post = (path: string[], body?: unknown): Request => ({ method: 'POST', path, body })
export const remove = (...path: string[]): Request => ({ method: 'DELETE', path })

export type Numbers = readonly [number, number, number]

export type Person = Model['people'][number]
interface Doing {
  says(person: Person): string
  request(person: Person, model: Model): Request
  outcome(model: Model, person: Person): Outcome
  /** Whom it is mostly applied to. */
  likely?(person: Person, model: Model): boolean
}

/** The order of payment shows where a wallet does not cover everything. */
export const owes = ({ name }: Person, { marks }: Model) =>
  marks.some(({ wallet, isOutstanding }) => wallet === name && isOutstanding)

/** A command for a person. */
export const doing =
  ({ says, request, outcome, likely = () => true }: Doing) =>
  ([who]: Numbers): Plan =>
  (model) => {
    const person = prefer(model.people, (each) => likely(each, model), who)
    if (!person) return
    return { says: says(person), request: request(person, model), outcome: (now) => outcome(now, person) }
  }
