import { type Attendee, creditTypeLabels, type Student } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { covers } from '@academy/contract/wallet/rules.ts'

/** With one apostrophe for all: a phone types the curly one. */
const plain = (text: string) => text.toLowerCase().replace(/[\u2018\u2019\u02bc]/g, "'")

/** Whether a member's name, Chinese name or belt contains the text. */
export function matches(person: { name: string; chName: string | null; belt: string | null }, typed: string): boolean {
  const wanted = plain(typed.trim())
  return wanted === '' || [person.name, person.chName, person.belt].some((text) => text && plain(text).includes(wanted))
}

/** The ids of those who share their name with somebody else in the list, and are told apart by more. */
export function namesakes(people: readonly { id: string; name: string }[]): ReadonlySet<string> {
  const byName = Map.groupBy(people, ({ name }) => name.toLowerCase())
  return new Set([...byName.values()].flatMap((same) => (same.length > 1 ? same.map(({ id }) => id) : [])))
}

export type Cover = 'free' | 'enough' | 'last' | 'short'

/** Whether a wallet covers a class: enough for more, exactly the last one, or short. */
export function cover(wallet: number, credit: number): Cover {
  if (credit === 0) return 'free'
  if (!covers(wallet, credit)) return 'short'
  return covers(wallet - credit, credit) ? 'enough' : 'last'
}

/** A member in a form: enrolled, or a walk-in. */
export interface Attending extends Pick<Student, 'creditType' | 'credit'> {
  member: Attendee & { medical?: string | null }
  /** The enrolment; null for a walk-in. */
  _id: string | null
  /** Null when unknown: a walk-in added on an earlier visit, while there is no signal. */
  walletMember: Omit<Student['walletMember'], 'wallet'> & { wallet: number | null }
  /** Submitted walk-ins can no longer be removed from the form. */
  isSubmitted?: boolean
}

type Paying = Pick<Student, 'credit'> & {
  member: { _id: string }
  walletMember: { _id: string; wallet: number | null }
}

/**
 * Who is marked present in a form. Each row subscribes to its own member, so that a tap redraws one row of three
 * hundred and those sharing its wallet, whose remaining credit it changes.
 */
export class Marks {
  readonly #present = new Set<string>()
  readonly #students = new Map<string, Paying>()
  readonly #family = new Map<string, Paying[]>()
  readonly #rows = new Map<string, Set<() => void>>()
  readonly #watchers = new Set<() => void>()
  /** Called with each tap before anything is redrawn. */
  onTap: (members: readonly string[], present: boolean) => void = () => undefined

  constructor(students: readonly Paying[], present: readonly string[] = []) {
    for (const student of students) {
      this.#students.set(student.member._id, student)
      const { _id } = student.walletMember
      this.#family.set(_id, [...(this.#family.get(_id) ?? []), student])
    }
    for (const id of present) if (this.#students.has(id)) this.#present.add(id)
  }

  has = (member: string): boolean => this.#present.has(member)

  /** Whether the member is in the form. */
  isIn = (member: string): boolean => this.#students.has(member)

  count = (): number => this.#present.size

  present = (): string[] => [...this.#present]

  /** How many of the members present are not covered by their wallet. */
  short = (): number => this.present().filter((id) => this.coverOf(id) === 'short').length

  toggle = (member: string): void => this.set([member], !this.#present.has(member))

  set(members: readonly string[], present: boolean): void {
    const tapped = members.filter((member) => this.#students.has(member) && this.#present.has(member) !== present)
    if (tapped.length === 0) return
    this.onTap(tapped, present)
    this.#change(tapped, present)
  }

  /** Takes over marks stored elsewhere, for example by another tab, without reporting taps. */
  sync(present: readonly string[]): void {
    const wanted = new Set(present)
    const known = [...this.#students.keys()]
    this.#change(
      known.filter((member) => wanted.has(member) && !this.#present.has(member)),
      true,
    )
    this.#change(
      known.filter((member) => !wanted.has(member) && this.#present.has(member)),
      false,
    )
  }

  #change(members: readonly string[], present: boolean): void {
    if (members.length === 0) return
    const touched = new Set<string>()
    for (const member of members) {
      if (present) this.#present.add(member)
      else this.#present.delete(member)
      const wallet = this.#students.get(member)?.walletMember._id ?? ''
      for (const student of this.#family.get(wallet) ?? []) touched.add(student.member._id)
    }
    for (const member of touched) for (const listener of this.#rows.get(member) ?? []) listener()
    for (const watcher of this.#watchers) watcher()
  }

  coverOf = (member: string): Cover => {
    const left = this.leftFor(member)
    return left === null ? 'free' : cover(left, this.#students.get(member)?.credit ?? 0)
  }

  /**
   * The wallet's balance when it is the member's turn: wallets are debited in list order, as the server does, and
   * members not present yet come last. Null when unknown.
   */
  leftFor = (member: string): number | null => {
    const student = this.#students.get(member)
    let left = student?.walletMember.wallet ?? null
    if (!student || left === null) return null
    for (const other of this.#family.get(student.walletMember._id) ?? []) {
      if (other === student) {
        if (this.#present.has(member)) break
        continue
      }
      if (this.#present.has(other.member._id) && covers(left, other.credit)) left -= other.credit
    }
    return left
  }

  /** Calls back when the member's row may have changed; returns the unsubscribe function. */
  onRow = (member: string, listener: () => void) => {
    const listeners = this.#rows.get(member) ?? new Set()
    this.#rows.set(member, listeners.add(listener))
    return () => {
      listeners.delete(listener)
    }
  }

  onAny = (listener: () => void) => {
    this.#watchers.add(listener)
    return () => {
      this.#watchers.delete(listener)
    }
  }
}

export const startOf = (duration: string): string => duration.slice(0, 5)
const endOf = (duration: string): string => duration.slice(-5)

const earlyMinutes = 15
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Whether a class of today has begun at the time `HH:mm`, or does within a quarter of an hour. */
const hasBegun = (duration: string, now: string): boolean =>
  minutesOf(now) >= minutesOf(startOf(duration)) - earlyMinutes

/** Whether a class of today is on: begun, and not ended. */
export const isOn = (duration: string, now: string): boolean => hasBegun(duration, now) && now < endOf(duration)

/**
 * The class a coach should mark: their first one today that has begun or is about to and is not marked, even after its
 * end. Never somebody else's.
 */
export function classToMark(sessions: readonly ClassSession[], now: string, coach?: string): ClassSession | undefined {
  const isOwn = ({ mainInstructor, assistantInstructor }: ClassSession) =>
    [...mainInstructor, ...assistantInstructor].some(({ _id }) => _id === coach)
  return sessions.find((session) => !session.isAttendanceTaken && hasBegun(session.duration, now) && isOwn(session))
}

export const beltOf = (member: { belt: { beltColor: string } | null }): string | null => member.belt?.beltColor ?? null

/** 'Normal 25': the credit type and the cost of a class. */
export const termsOf = ({ creditType, credit }: Pick<Attending, 'creditType' | 'credit'>): string =>
  `${creditTypeLabels[creditType]} ${credit}`
