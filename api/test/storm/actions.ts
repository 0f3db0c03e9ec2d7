/** What the clients of the storm do, and what is remembered of what was acknowledged. */
import { z } from 'zod'
import type { Ground } from './world.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
}

/** Everything the portals acknowledged. */
export interface Acknowledged {
  orders: string[]
  verified: Set<string>
  rejected: Set<string>
  cancelled: Set<string>
  adjustments: string[]
  approved: Set<string>
  marks: Set<string>
  cleared: number
  edited: number
}

/** Reasons for a refusal while others work on the same wallets and documents. */
export const reasons =
  /^The payment is (Done|Rejected|Cancelled), it cannot be|^The wallet holds -?\d+ credits|^This case is not outstanding|^This wallet has no outstanding case|^No expiration date found|cannot be cleared yet$|^The credit adjustment is Approved/

const document = z.object({ _id: z.string() })
const withStatus = z.object({ _id: z.string(), status: z.string() })
const bulk = z.object({ verified: z.array(document), failed: z.array(z.object({ message: z.string() })) })
const roll = z.object({ items: z.array(document) })
const expiration = z.object({ wallet: z.number() })

export interface Action {
  request: Request
  /** Stores what was acknowledged; returns what is wrong with the answer, if anything. */
  note(body: unknown): string | undefined
}

/** Chooses the next request from the documents known so far. */
export function actionsOn(ground: Ground, acknowledged: Acknowledged, throwDice: (sides: number) => number) {
  const pick = <Thing>(all: readonly Thing[]): Thing | undefined => all[throwDice(all.length || 1)]
  /** Mostly one of the newest, with which something can still happen. */
  const recent = (all: readonly string[]) => pick(throwDice(4) ? all.slice(-24) : all)
  const wallets = new Map<string, number>()
  const payment = () => recent(acknowledged.orders) ?? ''
  const mark = () => recent([...acknowledged.marks].slice(-200)) ?? ''

  const order = (): Action => ({
    request: {
      method: 'POST',
      path: '/payment',
      body: { memberId: pick(ground.parents), package: pick(ground.packages), coachReceived: ground.coach },
    },
    note: (body) => void acknowledged.orders.push(document.parse(body)._id),
  })
  const settle = (isPay: boolean): Action => ({
    request: { method: 'PUT', path: `/payment/direct/${payment()}`, body: { isPay, isRejected: !isPay } },
    note(body) {
      const { _id } = document.parse(body)
      const settled = isPay ? acknowledged.verified : acknowledged.rejected
      if (acknowledged.verified.has(_id) || acknowledged.rejected.has(_id)) return `${_id} was settled twice`
      settled.add(_id)
    },
  })
  const verifyMany = (): Action => ({
    request: { method: 'PUT', path: '/payment/verify', body: { ids: [payment(), payment(), payment(), payment()] } },
    note(body) {
      const { verified, failed } = bulk.parse(body)
      for (const { _id } of verified) acknowledged.verified.add(_id)
      return failed.find(({ message }) => !reasons.test(message))?.message
    },
  })
  const cancel = (): Action => {
    const paid = recent([...acknowledged.verified])
    if (!paid) return settle(true)
    return {
      request: { method: 'PUT', path: `/payment/cancel/${paid}`, body: {} },
      note(body) {
        const { _id } = document.parse(body)
        if (acknowledged.cancelled.has(_id)) return `${_id} was cancelled twice`
        acknowledged.cancelled.add(_id)
      },
    }
  }
  const adjust = (approvedBy: string): Action => ({
    request: {
      method: 'POST',
      path: '/credit-adjust',
      body: {
        member: pick(ground.parents),
        date: '2026-01-01',
        reason: 'Storm',
        adjustCredit: pick([10, -10, 5]),
        approvedBy,
      },
    },
    note(body) {
      const { _id, status } = withStatus.parse(body)
      acknowledged.adjustments.push(_id)
      if (status === 'Approved') acknowledged.approved.add(_id)
    },
  })
  const approve = (): Action => ({
    request: {
      method: 'PUT',
      path: `/credit-adjust/${recent(acknowledged.adjustments) ?? ''}`,
      body: { approvedBy: 'me' },
    },
    note(body) {
      const { _id } = document.parse(body)
      if (acknowledged.approved.has(_id)) return `${_id} was approved twice`
      acknowledged.approved.add(_id)
    },
  })
  const take = (): Action => {
    const { id, students } = pick(ground.classes) ?? { id: '', students: [] }
    const from = throwDice(students.length)
    const sent = students.slice(from, from + 5).map((member) => ({ member, status: throwDice(5) ? 'P' : 'A' }))
    return {
      request: { method: 'POST', path: `/attendance/take/${id}`, body: sent },
      note(body) {
        for (const { _id } of roll.parse(body).items) acknowledged.marks.add(_id)
      },
    }
  }
  const toggle = (): Action => ({
    request: {
      method: 'PUT',
      path: `/attendance/${mark()}`,
      body: throwDice(2) ? { status: 'P', checkInTime: '18:00' } : { status: 'A' },
    },
    note: (body) => void document.parse(body),
  })
  const close = (): Action => ({
    request: { method: 'PUT', path: `/attendance/clearOutstanding/${mark()}`, body: { outStanding: false } },
    note: (body) => void document.parse(body),
  })
  const closeAll = (): Action => ({
    request: {
      method: 'PUT',
      path: `/attendance/clearOutstanding/wallet/${pick(ground.parents)}`,
      body: { outStanding: false },
    },
    note: (body) => void expiration.parse(body),
  })
  const expire = (): Action => ({
    request: {
      method: 'PUT',
      path: `/expiration/${pick(ground.parents)}`,
      body: { expirationDate: pick(['2025-01-01', '2030-01-01']) },
    },
    note: (body) => void expiration.parse(body),
  })
  const clear = (): Action => ({
    request: { method: 'DELETE', path: `/expiration/${pick(ground.parents)}` },
    note(body) {
      if (expiration.parse(body).wallet !== 0) return 'A wallet was cleared and is not empty'
      acknowledged.cleared++
    },
  })
  const edit = (): Action => {
    const parent = pick(ground.parents) ?? ''
    const walletWas = wallets.get(parent) ?? 0
    return {
      request: { method: 'PUT', path: `/member/${parent}`, body: { wallet: Math.max(walletWas, 0) + 1, walletWas } },
      note(body) {
        document.parse(body)
        acknowledged.edited++
      },
    }
  }
  const read = (): Action => {
    const parent = pick(ground.parents) ?? ''
    return {
      request: { method: 'GET', path: `/expiration/${parent}` },
      note: (body) => void wallets.set(parent, expiration.parse(body).wallet),
    }
  }
  const all: [number, () => Action][] = [
    [20, order],
    [18, () => settle(true)],
    [2, () => settle(false)],
    [3, verifyMany],
    [5, cancel],
    [4, () => adjust('-')],
    [4, () => adjust('me')],
    [4, approve],
    [14, take],
    [12, toggle],
    [4, close],
    [2, closeAll],
    [2, expire],
    [2, clear],
    [2, edit],
    [4, read],
  ]
  const chances = all.flatMap(([weight, make]) => Array.from({ length: weight }, () => make))
  return () => {
    // Creates more of each kind until there are some.
    if (acknowledged.orders.length === 0) return order()
    if (acknowledged.adjustments.length === 0) return adjust('-')
    if (acknowledged.marks.size === 0) return take()
    return (pick(chances) ?? order)()
  }
}
