/**
 * What lies over a page: dialogs, drawers, questions, open pickers. Each has its own history entry, so that Back closes
 * the topmost before it leaves the page. The router never sees these entries: they repeat the address and the router's
 * own state.
 */
import { useCallback, useEffect, useRef } from 'react'

/** Closes a layer; false when it stays. */
export type Close = () => boolean | Promise<boolean>

interface Layer {
  id: string
  close: Close
  /** Whether its entry is in the history. */
  entered: boolean
  /** It has announced that it closes. */
  leaving: boolean
}

const layers: Layer[] = []
let opened = 0
/** Ids are unique to this visit: after a reload no earlier layer is open. */
const visit = Date.now().toString(36)

let moving: Promise<void> | undefined
let isPlanned = false
/** Forward led to the entry of a closed layer: the user decides where to go from there. */
let passed: unknown
let depth = 0

const stateNow = (): Record<string, unknown> => ({ ...window.history.state })
const layerNow = () => stateNow().layer
const depthNow = () => Number(stateNow().__TSR_index ?? 0) * 1000 + Number(stateNow().depth ?? 0)

/** The prototype's methods: the instance's are patched by the router. */
function enter(layer: Layer, how: 'pushState' | 'replaceState') {
  const at = Number(stateNow().depth ?? 0)
  const state = { ...stateNow(), layer: layer.id, depth: how === 'pushState' ? at + 1 : at }
  History.prototype[how].call(window.history, state, '')
  layer.entered = true
  depth = depthNow()
}

/** A loaded machine takes its time; a second step back meanwhile would be one too many. */
const maxWaitMs = 10_000

function goBack() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const arrive = () => {
    removeEventListener('popstate', arrive)
    clearTimeout(timer)
    moving = undefined
    resolve()
  }
  const timer = setTimeout(arrive, maxWaitMs)
  moving = promise
  addEventListener('popstate', arrive)
  window.history.back()
}

/** Brings the history in line with the open layers. */
function syncHistory() {
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

/** After everything else the same click does: a link in a closing menu navigates from the menu's entry. */
function plan() {
  if (isPlanned) return
  isPlanned = true
  setTimeout(syncHistory)
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Resolves once pending history steps are done: a navigation meanwhile would be lost. */
export const arrival = async (): Promise<void> => moving

/** Waits until the history matches the screen, with the entries of closed layers removed. */
export async function settled(): Promise<void> {
  // React reports layers closed now after its next render.
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

/** Puts a layer over the page; returns the function that removes it. */
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

/** The same for a component that is open or not; returns a function that removes the layer early. */
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
