/**
 * The business day `YYYY-MM-DD`, wherever the device thinks it is and whatever its clock says:
 *
 *   const today = useToday()     in a component: drawn again when the day changes
 *   today()                      in a handler
 *
 * The portal says which day it is (`tellDay`). From then on the midnights in Malaysia are counted by the device's clock,
 * which every answer of the portal sets right (`tellTime`); both are kept, so that a start without signal knows them.
 */
import { addDays, daysBetween } from '@academy/contract/courses/calendar.ts'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { dayAt, startOfDay } from './dates.ts'
import { isReached, onReach, tellReach } from './reachability.ts'
import { parsedItem } from './session.ts'
import { store } from './storage.ts'

const keptUnder = 'clock'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The portal's answer may cross midnight on its way, and its time is told in whole seconds. */
const slackMs = 5 * minuteMs

const clock = z.object({
  /** The day the portal told, and when it did, in milliseconds of the portal's clock. */
  day: z.iso.date(),
  at: z.number(),
  /** How far the portal's clock is ahead of the device's. */
  ahead: z.number(),
})

let told: z.output<typeof clock> | undefined
/** Undefined as long as no answer of this visit has told the time. */
let ahead: number | undefined
/** Whether the day was told before any answer told the time. */
let isGuessed = false
let shown = ''
const listeners = new Set<() => void>()

/** What the last visit knew, until the portal is heard. */
function known() {
  told ??= clock.safeParse(parsedItem(keptUnder)).data
  return told
}

/** The portal's time, in milliseconds, as far as the device knows it. */
export const portalTime = (): number => Date.now() + (ahead ?? known()?.ahead ?? 0)

/** The business day. */
export function today(): string {
  const now = dayAt(portalTime())
  const last = known()
  // A device whose clock was turned back does not turn back the day.
  return last ? addDays(last.day, Math.max(0, daysBetween(dayAt(last.at), now))) : now
}

function tellAll() {
  if (shown === today()) return
  shown = today()
  for (const listener of [...listeners]) listener()
}

/** Said with every answer: the portal's time as the header `Date` has it. */
export function tellTime(date: string | null) {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const next = at - Date.now()
  if (told && isGuessed) told = { ...told, at: told.at + next - told.ahead }
  isGuessed = false
  ahead = next
  tellAll()
}

/** Said with every configuration: which day the portal has. */
export function tellDay(day: string) {
  const now = portalTime()
  const start = startOfDay(day)
  const end = start + dayMs
  const isNear = now >= start - slackMs && now < end + slackMs
  isGuessed = ahead === undefined
  told = { day, at: isNear ? Math.min(Math.max(now, start), end - 1) : now, ahead: now - Date.now() }
  store(keptUnder, JSON.stringify(told))
  tellAll()
}

/** Calls back when the day has changed; answers how to stop. */
export function onToday(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useToday = (): string => useSyncExternalStore(onToday, today)

/**
 * Has the portal asked which day it is, whenever it may be another one: at midnight by its clock and by the device's, when
 * the page is looked at again, and when the line returns.
 */
export function watchToday(ask: () => void) {
  let last = ''
  const look = () => {
    tellAll()
    const days = `${today()} ${dayAt(Date.now())}`
    if (last && days !== last) ask()
    last = days
    const now = portalTime()
    setTimeout(look, Math.min(minuteMs, startOfDay(dayAt(now)) + dayMs - now))
  }
  look()
  const again = () => {
    if (document.visibilityState === 'visible') ask()
  }
  addEventListener('focus', again)
  document.addEventListener('visibilitychange', again)
  addEventListener('online', ask)
  addEventListener('offline', () => tellReach(false))
  onReach(() => {
    if (isReached()) ask()
  })
}
