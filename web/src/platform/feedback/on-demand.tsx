import { type ComponentType, useEffect, useState } from 'react'
import { type Late, late } from '../client/loading/late.tsx'
import type { HostProps } from './notice-host.ts'

const pauseMs = 3_000

/** Retries without signal: the page stays as it is, and the notice appears when the line returns. */
const untilLoaded = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return untilLoaded(load)
  })

/** A component mounted on first use that provides an API once mounted. */
export class OnDemand<Tool> {
  wanted = false
  putUp = () => {}
  readonly Host: Late<HostProps<Tool>>
  readonly #ready = Promise.withResolvers<Tool>()
  readonly onReady = this.#ready.resolve

  constructor(load: () => Promise<{ default: ComponentType<HostProps<Tool>> }>) {
    this.Host = late(() => untilLoaded(load))
  }

  tool(): Promise<Tool> {
    this.wanted = true
    this.putUp()
    return this.#ready.promise
  }
}

/** Where it is mounted. */
export function Mount<Tool>({ of }: { of: OnDemand<Tool> }) {
  const [standing, setStanding] = useState(of.wanted)
  useEffect(() => {
    of.putUp = () => setStanding(true)
    if (of.wanted) of.putUp()
  }, [of])
  return standing ? <of.Host onReady={of.onReady} /> : null
}
