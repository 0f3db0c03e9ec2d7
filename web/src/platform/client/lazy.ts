/**
 * Code that is loaded when it is first wanted. Without signal it waits for the line instead of failing: what stands on the
 * page stays.
 */
import { type ComponentType, lazy } from 'react'
import { unreachable } from './api-error.ts'
import { reaches } from './client.ts'
import { isReached, onReach } from './reachability.ts'

const lineReturns = () =>
  new Promise<void>((resolve) => {
    const stop = onReach(() => {
      if (!isReached()) return
      stop()
      resolve()
    })
  })

/** Fails only when the portal answers and does not have the code any more, because it was updated meanwhile. */
export async function patiently<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (cause) {
    if (await reaches()) throw cause
    await lineReturns()
    return patiently(load)
  }
}

/** A component of its own file. */
export const late = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => patiently(load))

/** The code of a page: without signal it fails at once, in words. */
export async function pageCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (cause) {
    if (await reaches()) throw cause
    throw unreachable(false)
  }
}
