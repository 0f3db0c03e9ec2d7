import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Academy, openAcademy } from './academy.ts'
import type { Books } from './books.ts'
import { checkBooks, doubledIn } from './check-books.ts'
import { type Client, isOutage } from './client.ts'
import type { Write } from './writes.ts'

/** Something that goes wrong, and what brings the portal back after it. */
export interface Fault {
  name: string
  /** Writes go on until what it returns is settled. */
  strike(): unknown
  recover(): Promise<unknown>
  /** A close of a month amid it would be refused: it seems to take an hour. */
  movesClock?: true
}

/** Portals with their data, and what can go wrong there. */
export interface Ground {
  client: Client
  faults: Fault[]
  end(): Promise<unknown>
}

export interface Amount {
  faults: number
  /** Acknowledged ones, at least; spread over the faults. */
  writes: number
  /** Clients that write at once. */
  clients: number
  /** One job in so many marks a class. */
  classEvery: number
}

export interface Count {
  acknowledged: number
  /** Acknowledged and not there. */
  lost: string[]
  /** There more than once. */
  doubled: string[]
  /** Of each kind of fault how often it was made, and the writes that it left without an answer. */
  kinds: Map<string, { made: number; unanswered: number }>
}

interface Sent extends Write {
  key: string
}

const named = z.looseObject({ _id: z.string().optional() })
/** One fault in so many comes amid the closing of a month: another one of four kinds each time. */
const closeEvery = 3
const kindsThatAdd = ['order', 'adjustment'] as const
/** So few of these are cut off between what they did and their answer that each is sent again with its key. */
const kindsSentTwice: readonly Write['kind'][] = ['child', 'import', 'month']

/** Makes the faults of a ground in turn amid writes, reads the books after each, and counts. */
export async function countFaults(ground: Ground, amount: Amount, log: (line: string) => void = () => {}) {
  const { client, faults } = ground
  const classCount = Math.ceil((0.7 * amount.writes) / amount.classEvery)
  const academy = await openAcademy(client, classCount)
  const books = new Ledger(academy)
  const count: Count = { acknowledged: 0, lost: [], doubled: [], kinds: new Map() }
  let turn = 0

  async function round(fault: Fault, writes: number, strikeAt: number) {
    const unanswered: Sent[] = []
    let [begun, answered, isStriking] = [0, 0, false]
    let struck: Promise<unknown> | undefined
    const strike = () => {
      isStriking = true
      struck = Promise.resolve(fault.strike()).finally(() => {
        isStriking = false
      })
      // Awaited when the clients have ended.
      struck.catch(() => {})
    }
    const send = async (write: Sent, call: Client['call']) => {
      const once = () => call(write.answer ?? named, write.method, write.path, write.body, write.key)
      const { _id = '' } = await once()
      if (kindsSentTwice.includes(write.kind)) await once()
      books.acknowledge(write, _id)
      count.acknowledged++
      answered++
      return _id
    }
    /** Works until enough is written, or until something stays without an answer. */
    async function work(call: Client['call']) {
      while (begun < writes || isStriking) {
        const job = academy.job(turn++, amount.classEvery)
        const isAnswered = await job(async (each) => {
          const write = { ...each, key: randomUUID() }
          begun++
          try {
            const id = await send(write, call)
            if (answered === strikeAt && !struck) strike()
            return id
          } catch (error) {
            if (isOutage(error)) unanswered.push(write)
            throw error
          }
        }).then(
          () => true,
          (error) => {
            if (isOutage(error)) return false
            throw error
          },
        )
        if (!isAnswered) return
      }
    }
    const all = (call: Client['call']) => Promise.all(Array.from({ length: amount.clients }, () => work(call)))

    await all(client.call)
    if (!struck) strike()
    await struck
    await fault.recover()
    const found = await academy.books()
    checkBooks(found)
    note(found, unanswered)
    const kind = count.kinds.get(fault.name) ?? { made: 0, unanswered: 0 }
    count.kinds.set(fault.name, { made: kind.made + 1, unanswered: kind.unanswered + unanswered.length })
    // As a screen does that got no answer: the same again with the same key, done or not.
    for (const write of unanswered) await send(write, client.insist)
    begun = answered
    await all(client.insist)
  }

  function note(found: Books, unanswered: readonly Write[]) {
    count.lost = books.lostIn(found)
    count.doubled = books.doubledIn(found, unanswered)
  }

  for (let made = 0; made < amount.faults; made++) {
    const fault = faults[made % faults.length]
    if (!fault) throw new Error('There is no fault to make')
    const writes = Math.max(amount.clients, Math.ceil((amount.writes - count.acknowledged) / (amount.faults - made)))
    const began = performance.now()
    await academy.renewNumbers()
    if (made % closeEvery === 0 && !fault.movesClock) academy.closeMonth()
    await round(fault, writes, 1 + ((made * 7) % Math.ceil(writes / 2)))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    log(
      `${made + 1} ${fault.name}: ${seconds} s, ${count.acknowledged} acknowledged, ${count.lost.length} lost, ${count.doubled.length} doubled`,
    )
    if (count.lost.length + count.doubled.length > 0) break
  }
  const found = await academy.books()
  checkBooks(found)
  note(found, [])
  return count
}

/** What was acknowledged, held against the books. */
class Ledger {
  private readonly acknowledged: (Write & { id: string })[] = []
  private readonly added = { order: 0, adjustment: 0 }
  readonly academy: Academy
  constructor(academy: Academy) {
    this.academy = academy
  }
  acknowledge(write: Write, id: string) {
    this.acknowledged.push({ ...write, id })
    if (write.kind === 'order' || write.kind === 'adjustment') this.added[write.kind]++
  }
  lostIn(books: Books): string[] {
    return this.acknowledged
      .filter((each) => !each.isDone(books, each.id))
      .map(({ kind, id, path }) => `${kind} ${id} ${path}`)
  }
  /** Beside what moved twice: documents that nobody knows of, since each order and adjustment was sent under one key. */
  doubledIn(books: Books, unanswered: readonly Write[]): string[] {
    const there = { order: books.paid.length, adjustment: books.adjusted.size }
    const surplus = kindsThatAdd.flatMap((kind) => {
      const mayBe = this.added[kind] + unanswered.filter((each) => each.kind === kind).length
      return Array.from({ length: Math.max(0, there[kind] - mayBe) }, () => `${kind}: one more than was sent`)
    })
    return [...doubledIn(books), ...surplus]
  }
}
