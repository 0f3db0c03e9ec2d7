import fc from 'fast-check'
import { expect } from 'vitest'
import * as classes from './class-commands.ts'
import type { Numbers, Plan, Step } from './command.ts'
import { booksOf, daysLater, type Model, type Outcome, todayOf } from './model.ts'
import * as money from './money-commands.ts'
import { readCheck } from './read-checks.ts'
import * as undo from './undo-commands.ts'
import type { Answer, World } from './world.ts'

/** A new document `_id` in the expectation gets its name; in a roll the row of the same member. */
function learn(world: World, expected: unknown, real: unknown): void {
  if (!isObject(expected) || !isObject(real)) return
  if (typeof expected._id === 'string') world.learn(expected._id, real._id)
  // What an undo makes.
  if (isObject(expected.made)) learn(world, expected.made, real.made)
  if (!Array.isArray(expected.items) || !Array.isArray(real.items)) return
  for (const item of expected.items)
    for (const row of real.items)
      if (isObject(row) && isObject(row.member) && world.named(row.member)._id === item.member?._id)
        world.learn(item._id, row._id)
}
const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null

/** Lists are compared without their order, which is tested elsewhere. */
const sorted = (body: Record<string, unknown>) =>
  Array.isArray(body.items)
    ? { ...body, items: body.items.toSorted((one, other) => (String(one._id) < String(other._id) ? -1 : 1)) }
    : body

function compare(world: World, outcome: Outcome, answer: Answer): void {
  if ('refused' in outcome) {
    const refusal = { status: answer.status, says: String(answer.body.message) }
    const expected = outcome.refused.some(
      ({ status, says }) => status === refusal.status && refusal.says.includes(says),
    )
    if (!expected) expect(refusal, 'the refusal').toEqual(outcome.refused)
    return
  }
  expect(answer.status, JSON.stringify(answer.body)).toBe(outcome.status)
  learn(world, outcome.answer, answer.body)
  expect(sorted(world.named(answer.body))).toMatchObject(sorted({ ...outcome.answer }))
}

class Command implements fc.AsyncCommand<Model, World> {
  readonly plan: Plan
  readonly twice: boolean
  private step: Step | undefined
  constructor(plan: Plan, twice: boolean) {
    this.plan = plan
    this.twice = twice
  }
  check(model: Readonly<Model>) {
    this.step = this.plan(model)
    return this.step !== undefined
  }
  async run(model: Model, world: World) {
    if (!this.step) return
    const { request, outcome } = this.step
    const isRepeatable = this.twice && (request.method === 'POST' || request.method === 'PUT')
    const answer = await world.send(request, isRepeatable ? 'twice' : 'once')
    compare(world, outcome(model), answer)
    if (isRepeatable) expect(await world.send(request, 'again')).toEqual(answer)
    expect(await world.books()).toEqual(booksOf(model))
  }
  toString = () => (this.step?.says ?? 'nothing') + (this.twice ? ' twice' : '')
}

/** Advances the clock only: days, and hours, since a business day starts at 16:00 UTC. */
class Clock implements fc.AsyncCommand<Model, World> {
  readonly days: number
  readonly time: string
  constructor(days: number, time: string) {
    this.days = days
    this.time = time
  }
  check = () => true
  async run(model: Model, world: World) {
    model.now = new Date(`${daysLater(todayOf(model), this.days)}T${this.time}+08:00`).toISOString()
    await world.moveClock(model.now)
  }
  toString = () => `${this.days} days later at ${this.time}`
}

const chosen = fc.nat({ max: 999 })
const credit = fc.constantFrom(10, -10, 20, -20, 5, -60, 60)

const numbers = fc.tuple(chosen, chosen, chosen)
const plan = (make: (given: Numbers) => Plan) => numbers.map(make)
const sometimes = fc.nat({ max: 6 }).map((odd) => odd === 6)

/** Relative frequency of each command. */
const plans: [number, fc.Arbitrary<Plan>][] = [
  [4, plan(money.order)],
  [4, plan(money.settling('verify'))],
  [1, plan(money.settling('reject'))],
  [2, plan(money.settling('cancel'))],
  [1, fc.array(chosen, { minLength: 1, maxLength: 4 }).map(money.bulkVerify)],
  [2, fc.tuple(chosen, credit, fc.boolean()).map(([who, amount, isApproved]) => money.adjust(who, amount, isApproved))],
  [1, fc.tuple(chosen, credit).map(money.adjusting('approve'))],
  [1, fc.tuple(chosen, credit).map(money.adjusting('edit'))],
  [1, fc.tuple(chosen, credit).map(money.adjusting('delete'))],
  [
    3,
    fc
      .tuple(numbers, fc.option(chosen, { nil: undefined, freq: 2 }))
      .map(([given, payer]) => classes.enrol(given, payer)),
  ],
  [1, fc.tuple(numbers, fc.boolean()).map(([given, isEnded]) => classes.changeEnrolment(given, isEnded))],
  [
    7,
    fc
      .tuple(
        chosen,
        fc.array(fc.tuple(chosen, fc.constantFrom('P' as const, 'P' as const, 'A' as const)), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.nat({ max: 9 }),
        fc.tuple(chosen, fc.option(chosen, { nil: undefined }), fc.option(chosen, { nil: undefined, freq: 1 })),
      )
      .map(([where, marks, odd, terms]) =>
        odd < 6 ? classes.take(where, marks, false) : classes.take(where, marks, true, odd < 9 ? terms : undefined),
      ),
  ],
  [
    5,
    fc
      .tuple(chosen, sometimes, fc.constantFrom('18:05', '18:30', '19:00', undefined))
      .map((given) => classes.toggle(...given)),
  ],
  [1, plan(classes.removeMark)],
  [2, plan(classes.close)],
  [3, plan(classes.closeAll)],
  [3, fc.tuple(chosen, fc.constantFrom(-1, -1, -1, 0, 1, 40, 300, 4000)).map((given) => money.expire(...given))],
  [4, plan(money.clear)],
  [2, plan(classes.independent)],
  [
    2,
    fc
      .tuple(chosen, fc.constantFrom(10, 0, 20, 30, -5), fc.nat({ max: 4 }))
      .map(([who, wallet, odd]) => money.setWallet(who, wallet, odd === 4)),
  ],
  [1, plan(classes.disable)],
  [2, plan(undo.undoAdjustment)],
  [1, plan(undo.undoPayment)],
  [4, plan(undo.undoClear)],
  [1, plan(undo.undoClass)],
  [3, plan(readCheck)],
]

const clock = fc
  .tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })), fc.constantFrom('00:30:00', '12:00:00', '23:30:00'))
  .map(([days, time]) => new Clock(days, time))

/** Without fast-check's bias to small values, which would make most runs a few commands long. */
export const commands = fc.noBias(
  fc.commands(
    [
      ...plans.flatMap(([weight, each]) =>
        Array.from({ length: weight }, () =>
          fc.tuple(each, sometimes).map(([step, again]) => new Command(step, again)),
        ),
      ),
      clock,
      clock,
    ],
    { maxCommands: 32, size: 'max' },
  ),
)
