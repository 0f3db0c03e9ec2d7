/**
 * What lies over a page: dialogs, drawers, questions, open pickers. Each puts an entry of its own into the browser's
 * history, so that Back closes the uppermost before it leaves the page. The router never sees these entries: they repeat
 * the address and the router's own state.
 */
import { useCallback, useEffect, useRef } from 'react'

/** Closes a layer; false when it stays. */
export type Close = () => boolean | Promise<boolean>

interface Layer {
  id: string
  close: Close
  /** Whether its entry is in the history. */
  entered: boolean
  /** It said that it closes. */
  leaving: boolean
}

const layers: Layer[] = []
let opened = 0
/** Ids are of this visit: after a reload nothing of the one before is open any more. */
const visit = Date.now().toString(36)

let moving: Promise<void> | undefined
let isPlanned = false
/** Gone forward to the entry of a layer that is closed: it is left to the person where to go from there. */
let passed: unknown
let depth = 0

const stateNow = (): Record<string, unknown> => ({ ...window.history.state })
const layerNow = () => stateNow().layer
const depthNow = () => Number(stateNow().__TSR_index ?? 0) * 1000 + Number(stateNow().depth ?? 0)

/** The browser's own functions: those of the instance tell the router. */
function enter(layer: Layer, how: 'pushState' | 'replaceState') {
  const at = Number(stateNow().depth ?? 0)
  const state = { ...stateNow(), layer: layer.id, depth: how === 'pushState' ? at + 1 : at }
  History.prototype[how].call(window.history, state, '')
  layer.entered = true
  depth = depthNow()
}

/** A machine under load takes its time; going back once more meanwhile would be a step too far. */
const patienceMs = 10_000

function goBack() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const arrive = () => {
    removeEventListener('popstate', arrive)
    clearTimeout(timer)
    moving = undefined
    resolve()
  }
  const timer = setTimeout(arrive, patienceMs)
  moving = promise
  addEventListener('popstate', arrive)
  window.history.back()
}

/** Brings the history in line with what is open. */
function settle() {
  isPlanned = false
  if (moving) return
  const at = layerNow()
  const isOver = at !== undefined && at !== passed && !layers.some(({ id }) => id === at)
  const [fresh, ...others] = layers.filter(({ entered, leaving }) => !entered && !leaving)
  if (fresh) {
    const isFree = isOver || (at !== undefined && at === passed)
    enter(fresh, isFree ? 'replaceState' : 'pushState')
    for (const layer of others) enter(layer, 'pushState')
  } else if (isOver) goBack()
}

/** After whatever else the same press does: a link in a closing menu leads on from the menu's entry. */
function plan() {
  if (isPlanned) return
  isPlanned = true
  setTimeout(settle)
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Resolves once the browser is where it was sent: an address given to it meanwhile would be lost. */
export const arrival = async (): Promise<void> => moving

/** The history is as the screen is: waits for the entries of closed layers to be gone. */
export async function settled(): Promise<void> {
  // What React closes now it tells after its next drawing.
  await nextTask()
  while (isPlanned || moving) await (moving ?? nextTask())
}

addEventListener('popstate', () => {
  const before = depth
  depth = depthNow()
  const at = layerNow()
  const place = layers.findIndex(({ id }) => id === at)
  passed = place < 0 && depth > before && !moving ? at : undefined
  for (const layer of layers.slice(place + 1).reverse()) {
    if (!layer.entered) continue
    layer.entered = false
    if (!moving) void leave(layer)
  }
  plan()
})

async function leave(layer: Layer) {
  layer.leaving = true
  layer.leaving = await layer.close()
  plan()
}

/** Puts a layer over the page; answers how to say that it is gone. */
export function openLayer(close: Close): () => void {
  opened += 1
  const layer = { id: `${visit}-${opened}`, close, entered: false, leaving: false }
  layers.push(layer)
  plan()
  return () => {
    const place = layers.indexOf(layer)
    if (place < 0) return
    layers.splice(place, 1)
    plan()
  }
}

export const isCovered = (): boolean => layers.length > 0

/** The same for a component that is open or not; answers how to take the layer away ahead of that. */
export function useLayer(open: boolean, close: Close): () => void {
  const latest = useRef(close)
  latest.current = close
  const remove = useRef(() => {})
  useEffect(() => {
    if (!open) return
    remove.current = openLayer(() => latest.current())
    return () => remove.current()
  }, [open])
  return useCallback(() => remove.current(), [])
}

/** Of a page that was loaded anew, or left while a dialog was open. */
plan()
