/** Code loaded on demand. Without signal it fails only once the line is back, and the page stays as it is. */
import type { ComponentType, ReactNode } from 'react'
import { unreachable } from '../api-error.ts'
import { reaches } from '../client.ts'
import { isReached, onReach } from '../reachability.ts'
import { type Late, late } from './late.tsx'

const whenReached = () =>
  new Promise<void>((resolve) => {
    const stop = onReach(() => {
      if (!isReached()) return
      stop()
      resolve()
    })
  })

/**
 * Rejects only while the portal answers: it no longer has the file, because it was updated meanwhile, or the browser does not
 * try a file again that it could not load before, as Chromium.
 */
export async function retryWhenReached<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (cause) {
    if (await reaches()) throw cause
    await whenReached()
    return retryWhenReached(load)
  }
}

/** A component whose code is loaded with it; `waiting` stands in its place meanwhile. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting?: ReactNode,
): Late<Props> => late(() => retryWhenReached(load), waiting)

/** The code of a page; without signal it fails at once with a message. */
export async function pageCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (cause) {
    if (await reaches()) throw cause
    throw unreachable(false)
  }
}
