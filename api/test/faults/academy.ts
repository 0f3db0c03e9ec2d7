import { schedule } from '@academy/contract/courses/schedule.ts'
import { lastNumber } from '@academy/contract/numbers/numbers.ts'
import { monthsLater } from '@academy/contract/reports/month.ts'
import { z } from 'zod'
import { all, readBooks } from './books.ts'
import type { Client } from './client.ts'
import { makeFixtures } from './fixtures.ts'
import { adjustment, child, closing, importing, order, taking, verification, type Write } from './writes.ts'

const document = z.object({ _id: z.string() })
const formats = z.object({ items: z.array(z.object({ _id: z.string(), format: z.string(), running_no: z.number() })) })
/** Before anything that is written here. */
const firstMonth = '2010-01'

/** Writes that follow each other: the next needs the answer of the one before. */
export type Job = (write: (each: Write) => Promise<string>) => Promise<unknown>

export type Academy = Awaited<ReturnType<typeof openAcademy>>

/** An academy made by a clerk's calls, with as many past classes as are to be marked. */
export async function openAcademy(client: Client, classCount: number) {
  const fixtures = await makeFixtures(client, classCount)
  const listed = await all(client, schedule.classes.result, `/class?course=${fixtures.course}&sort=date`)
  // The earliest first.
  const classes = listed.items.map((each) => each._id)
  let [isToClose, monthsClosed, isImporting] = [false, 0, false]

  return {
    /** Has the next month closed by the next job. Not before the last close was answered: they go in turn. */
    closeMonth() {
      isToClose = true
    },
    /** A sale, now and then a class that is marked, credit that is adjusted, or members that are new. */
    job(turn: number, classEvery: number): Job {
      if (isToClose) {
        isToClose = false
        return (write) => write(closing(monthsLater(firstMonth, monthsClosed++)))
      }
      const next = turn % classEvery === 0 ? classes.shift() : undefined
      if (next) return (write) => write(taking(fixtures, next))
      if (turn % 8 === 3) return (write) => write(adjustment(fixtures, turn))
      if (turn % 16 === 5) return (write) => write(child(fixtures, turn))
      // A user may have two at once.
      if (turn % 16 === 13 && !isImporting) {
        isImporting = true
        return (write) =>
          write(importing(turn)).finally(() => {
            isImporting = false
          })
      }
      return async (write) => write(verification(await write(order(fixtures, turn))))
    },
    /** Begins the numbers of a kind of document anew, as a clerk does before the last is issued. */
    async renewNumbers() {
      const { items } = await client.insist(formats, 'GET', '/doc-num-format?limit=100')
      for (const { _id, format, running_no } of items)
        if (running_no > lastNumber / 2)
          await client.insist(document, 'PUT', `/doc-num-format/${_id}`, { format: `N${format}`, running_no: 0 })
    },
    /** Everything the checks look at, as a client sees it. */
    books: () => readBooks(client, fixtures),
  }
}
