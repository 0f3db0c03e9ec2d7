/**
 * The business day `YYYY-MM-DD`, independent of the device's zone and clock:
 *
 *   const today = useToday()     in a component: redrawn when the day changes
 *   today()                      in a handler
 *
 * The portal says which day it is (`setBusinessDay`). From then on Malaysian midnights are counted by the device's clock,
 * corrected by every response (`setPortalTime`). Both are stored, so that a start without signal knows them.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { dayAt, showTime, startOfDay } from './dates.ts'
import { listeners } from './listeners.ts'
import { isReached, onReach, setReached } from './reachability.ts'
import { parsedItem, store } from './session/storage.ts'

const storageKey = 'clock'
/** Between two questions whether the portal can be reached again. */
const retryMs = 5000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The response may cross midnight on its way, and its time is in whole seconds. */
const slackMs = 5 * minuteMs

interface Clock {
  /** The day the portal told, and when, in milliseconds of the portal's clock. */
  day: string
  at: number
  /** How far the portal's clock is ahead of the device's, in milliseconds. */
  ahead: number
}

let lastTold: Clock | undefined
/** Undefined until a response of this visit has told the time. */
let ahead: number | undefined
/** Whether the day was told before any response told the time. */
let isGuessed = false
let shown = ''
const { notify, subscribe } = listeners()

function clockIn(kept: unknown): Clock | undefined {
  const { day, at, ahead }: Record<string, unknown> = Object(kept)
  const isClock =
    typeof day === 'string' && !Number.isNaN(Date.parse(day)) && typeof at === 'number' && typeof ahead === 'number'
  return isClock ? { day, at, ahead } : undefined
}

/** What the last visit stored, until the portal answers. */
function stored() {
  lastTold ??= clockIn(parsedItem(storageKey))
  return lastTold
}

/** The portal's time in milliseconds, as far as the device knows it. */
export const portalTime = (): number => Date.now() + (ahead ?? stored()?.ahead ?? 0)

/** The time of day in Malaysia, HH:mm. */
export const timeNow = (): string => showTime(portalTime())

/** The business day. */
export function today(): string {
  const now = dayAt(portalTime())
  const last = stored()
  // A device clock turned back does not turn back the day.
  const passed = last ? startOfDay(now) - startOfDay(dayAt(last.at)) : 0
  return last ? dayAt(startOfDay(last.day) + Math.max(0, passed)) : now
}

function notifyNewDay() {
  if (shown === today()) return
  shown = today()
  notify()
}

/** Called with the `Date` header of every response. */
export function setPortalTime(date: string | null) {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const next = at - Date.now()
  if (lastTold && isGuessed) lastTold = { ...lastTold, at: lastTold.at + next - lastTold.ahead }
  isGuessed = false
  ahead = next
  notifyNewDay()
}

/** Called with the business day of every configuration. */
export function setBusinessDay(day: string) {
  const now = portalTime()
  const start = startOfDay(day)
  const end = start + dayMs
  const isNear = now >= start - slackMs && now < end + slackMs
  isGuessed = ahead === undefined
  lastTold = { day, at: isNear ? Math.min(Math.max(now, start), end - 1) : now, ahead: now - Date.now() }
  store(storageKey, JSON.stringify(lastTold))
  notifyNewDay()
}

/** Calls back when the day has changed; returns the unsubscribe function. */
export const onToday = subscribe

export const useToday = (): string => useSyncExternalStore(onToday, today)

const tickMs = 20_000

/** The time of day in Malaysia, HH:mm, updated regularly: classes begin and end while a page is open. */
export function useTimeNow(): string {
  const [now, setNow] = useState(timeNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(timeNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Asks the portal for the day whenever it may have changed: at midnight by either clock, when the page becomes visible,
 * and when the line returns; while the portal cannot be reached, every few seconds.
 */
export function watchToday(ask: () => void) {
  let last = ''
  const look = () => {
    notifyNewDay()
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
  addEventListener('offline', () => setReached(false))
  // The browser knows whether there is a network, not whether the portal can be reached over it.
  let retry: ReturnType<typeof setInterval> | undefined
  const followReach = () => {
    clearInterval(retry)
    if (!isReached()) retry = setInterval(again, retryMs)
  }
  followReach()
  onReach(() => {
    followReach()
    if (isReached()) ask()
  })
}
