import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/books/verify.ts'
import { commands } from './commands.ts'
import { type Office, openOffice } from './fixtures.ts'
import { booksOf } from './model.ts'
import { newWorld } from './world.ts'

/** MODEL_RUNS, MODEL_SEED and MODEL_PATH: how many, and which failure to repeat; `npm run model` draws a seed. */
const runs = Number(process.env.MODEL_RUNS ?? 150)
const seed = Number(process.env.MODEL_SEED ?? 1)

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

/** A portal's document numbers end at 9999, which is not tested here. */
const runsOfOffice = 250

async function expectProven() {
  const findings = await verify(office.portal.portal.database)
  expect(findings.filter(({ fault }) => fault)).toEqual([])
}

test(
  `whatever is done in whatever order, the portal does what the papers say (${runs} runs, seed ${seed})`,
  async () => {
    console.log(`The model: ${runs} runs, MODEL_SEED=${seed}`)
    let done = 0
    await fc.assert(
      fc.asyncProperty(commands, async (all) => {
        if (office.runs >= runsOfOffice) {
          await expectProven()
          await office.close()
          office = await openOffice()
        }
        const world = await newWorld(office)
        const model = await world.model()
        await fc.asyncModelRun(() => ({ model, real: world }), all)
        expect(await world.books()).toEqual(booksOf(model))
        done++
      }),
      {
        numRuns: runs,
        seed,
        ...(process.env.MODEL_PATH ? { path: process.env.MODEL_PATH } : {}),
        endOnFailure: process.env.MODEL_SHRINK === 'off',
      },
    )
    expect(done).toBe(runs)
    await expectProven()
  },
  60_000 + runs * 4_000,
)
