import { close, open, write } from 'node:fs'
import { promisify } from 'node:util'

const [openFile, closeFile, writeSome] = [promisify(open), promisify(close), promisify(write)]

/** Writes lines to a file or an open descriptor. Never holds up its caller, never throws, never takes more memory than it may. */
export interface LineWriter {
  /** A line with its end. Where it cannot be written soon it is lost, and counted. */
  write(line: string): void
  state(): WriterState
  /** Writes what waits, for so many milliseconds at most. False when a write is still under way: it holds up the exit of the process, too. */
  close(patience: number): Promise<boolean>
}

export interface WriterState {
  /** Whether the last line reached its place. */
  isWritten: boolean
  /** Since the start. */
  linesLost: number
}

/** Characters that wait for a slow disk or reader. */
const mostWaiting = 1_000_000
/** So long after a failure the next attempt, in milliseconds; and after a reader's buffer was full. */
const again = 1000
const soon = 50

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN'
const lineEnd = 0x0a
const linesIn = (bytes: Uint8Array) => bytes.reduce((count, byte) => (byte === lineEnd ? count + 1 : count), 0)

/**
 * Lines for a file, which is made when it is missing, or for an open descriptor. What finds no room, because a disk is
 * full or a reader gone or asleep, is dropped; once there is room again, `told` says how many lines were.
 */
export function lineWriter(
  place: string | number,
  told: (lost: number) => string,
  onFault: (error: unknown) => void = () => {},
): LineWriter {
  let file = typeof place === 'number' ? place : undefined
  let waiting: string[] = []
  let size = 0
  let linesLost = 0
  let untold = 0
  let fault: unknown
  let isFailing = false
  let isTorn = false
  let isWriting = false
  let working: Promise<void> | undefined

  const lose = (count: number) => {
    linesLost += count
    untold += count
  }

  /** Answers what could not be written. */
  async function put(text: string): Promise<Buffer> {
    let bytes = Buffer.from(text)
    while (bytes.length > 0) {
      try {
        isWriting = true
        file ??= await openFile(String(place), 'a', 0o600)
        const { bytesWritten } = await writeSome(file, bytes, 0, bytes.length, null)
        isTorn = bytes[bytesWritten - 1] !== lineEnd
        bytes = bytes.subarray(bytesWritten)
      } catch (error) {
        if (!isFull(error)) {
          fault = error
          return bytes
        }
        isWriting = false
        await pause(soon)
      } finally {
        isWriting = false
      }
    }
    return bytes
  }

  /** The place may be another one by now: a disk that was put in, a file that was moved away. */
  async function leaveFile() {
    if (typeof place === 'number' || file === undefined) return
    const left = file
    file = undefined
    await closeFile(left).catch(() => undefined)
  }

  async function tellLost(): Promise<boolean> {
    if (untold === 0) return true
    const count = untold
    // What was cut off must not spoil this line, too.
    const rest = await put(`${isTorn ? '\n' : ''}${told(count)}`)
    if (rest.length > 0) return false
    untold -= count
    return true
  }

  async function work() {
    while (waiting.length > 0 || untold > 0) {
      if (isFailing) await pause(again)
      isFailing = !(await tellLost())
      if (isFailing) {
        await leaveFile()
        continue
      }
      const lines = waiting.join('')
      waiting = []
      size = 0
      const rest = await put(lines)
      if (rest.length === 0) continue
      isFailing = true
      lose(linesIn(rest))
      onFault(fault)
    }
  }

  return {
    write(line) {
      if (isFailing || size + line.length > mostWaiting) return lose(1)
      waiting.push(line)
      size += line.length
      working ??= work().finally(() => {
        working = undefined
      })
    },
    state: () => ({ isWritten: !isFailing, linesLost }),
    async close(patience) {
      if (!isFailing) await Promise.race([working, pause(patience)])
      return !isWriting
    },
  }
}
