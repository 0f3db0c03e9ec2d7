/** Preloaded into a portal for benchmarks: reports the delays of its event loop on request. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const milliseconds = (nanoseconds: number) => nanoseconds / 1e6
// The delays counted are those beyond this.
const resolution = 1

const delay = monitorEventLoopDelay({ resolution })
delay.enable()
process.on('message', () => {
  process.send?.({
    p50: milliseconds(delay.percentile(50)),
    p99: milliseconds(delay.percentile(99)),
    most: milliseconds(delay.max),
  })
  delay.reset()
})
process.channel?.unref()
