/** Cleanup that ends with a command, however the command ends. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The command was told to end by a signal. */
export class Interrupted extends Error {
  readonly exitCode: number
  constructor(signal: NodeJS.Signals) {
    super(`Stopped (${signal})`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** Milliseconds that interrupted work may take to clean up. */
const longestCleaning = 3000

export interface Interruption {
  /** Fires when the command is told to end. */
  signal: AbortSignal
  /** The result of the work; rejects with Interrupted once the work has cleaned up or its time for that is over. */
  orLeave<T>(work: Promise<T>): Promise<T>
}

/** Listens for signals that end a command while it works. */
export async function interruptible<T>(task: (interruption: Interruption) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  interrupted.catch(() => undefined)
  const end = (name: NodeJS.Signals) => {
    const reason = new Interrupted(name)
    reject(reason)
    stop.abort(reason)
  }
  const orLeave = async <W>(work: Promise<W>) => {
    try {
      return await Promise.race([work, interrupted])
    } finally {
      if (stop.signal.aborted)
        await Promise.race([work.catch(() => undefined), pause(longestCleaning, undefined, { ref: false })])
    }
  }
  for (const name of names) process.on(name, end)
  try {
    return await task({ signal: stop.signal, orLeave })
  } finally {
    for (const name of names) process.off(name, end)
  }
}

/**
 * Stops a server when this process is gone, even killed: a shell waits for its pipe from us to close. The returned
 * function calls it off.
 */
export function guardServer(pid: number): () => void {
  if (process.platform === 'win32') return () => {}
  const guard = spawn('/bin/sh', ['-c', 'read -r word || kill -INT "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return () => void guard.stdin.end('over\n')
}
