import { close, fchmod, fstat, open, rename, write } from 'node:fs'
import { promisify } from 'node:util'

const [openFile, closeFile, writeSome] = [promisify(open), promisify(close), promisify(write)]
const [statFile, setMode, renameFile] = [promisify(fstat), promisify(fchmod), promisify(rename)]

/** Writes lines to a file or an open descriptor. Never blocks its caller, never throws, and uses bounded memory. */
export interface LineWriter {
  /** Writes a line, which includes its line end. A line that cannot be written soon is dropped and counted. */
  write(line: string): void
  /** The next line goes to the file that has the name by then: this one may have been moved away by a program that rotates logs. */
  reopen(): void
  state(): WriterState
  /** Flushes for so many milliseconds at most. False when a write is still under way, which also blocks the process's exit. */
  close(timeout: number): Promise<boolean>
}

export interface WriterState {
  /** Whether the last line was written. */
  isWritten: boolean
  /** Lines dropped since the start. */
  linesLost: number
}

/** Characters buffered for a slow disk or reader. */
const mostWaiting = 1_000_000
/** Bytes of a file until it is put aside, and how many older ones are kept. */
const largest = 20_000_000
const keptOlder = 4
/** Milliseconds for which lines are gathered: writing each by itself costs more than the rest of it. */
const together = 50
/** Milliseconds until the next attempt after a failure, and after a full pipe. */
const again = 1000
const soon = 50

/** Waits, and keeps the process from ending meanwhile. */
const gather = () => new Promise<void>((resolve) => setTimeout(resolve, together))

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN'
const lineEnd = 0x0a
const linesIn = (bytes: Uint8Array) => bytes.reduce((count, byte) => (byte === lineEnd ? count + 1 : count), 0)

/** Where lines go: a file, put aside when it has grown beyond `most` bytes, or an open descriptor. */
function outputOf(target: string | number, most: number) {
  let file = typeof target === 'number' ? target : undefined
  let inFile = 0
  let isTorn = false
  let isWriting = false

  async function openOwn(path: string): Promise<number> {
    const opened = await openFile(path, 'a', 0o600)
    const facts = await statFile(opened)
    inFile = facts.isFile() ? facts.size : 0
    // It may have been made by somebody else, readable by all.
    if (facts.isFile() && facts.mode & 0o077) await setMode(opened, 0o600).catch(() => undefined)
    return opened
  }

  /** Returns what could not be written, and why. */
  async function put(text: string): Promise<{ rest: Buffer; fault?: unknown }> {
    let bytes = Buffer.from(text)
    while (bytes.length > 0) {
      try {
        isWriting = true
        file ??= await openOwn(String(target))
        const { bytesWritten } = await writeSome(file, bytes, 0, bytes.length, null)
        isTorn = bytes[bytesWritten - 1] !== lineEnd
        bytes = bytes.subarray(bytesWritten)
        inFile += bytesWritten
      } catch (error) {
        if (!isFull(error)) return { rest: bytes, fault: error }
        isWriting = false
        await pause(soon)
      } finally {
        isWriting = false
      }
    }
    return { rest: bytes }
  }

  /** Reopens the path, which may be another file by now: a disk was mounted, or the file was moved away. */
  async function leave() {
    if (typeof target === 'number' || file === undefined) return
    const left = file
    file = undefined
    await closeFile(left).catch(() => undefined)
  }

  /** Puts a file that has grown large aside. */
  async function turn() {
    if (typeof target === 'number' || inFile < most) return
    await leave()
    for (let older = keptOlder; older > 0; older--)
      await renameFile(older === 1 ? target : `${target}.${older - 1}`, `${target}.${older}`).catch(() => undefined)
  }

  return {
    put,
    leave,
    turn,
    /** Whether it ends within a line. */
    isTorn: () => isTorn,
    isWriting: () => isWriting,
  }
}

/**
 * Lines for a file, created when missing, or for an open descriptor. Lines that cannot be written, because a disk is
 * full or a reader gone or asleep, are dropped; once writing works again, `lossLine` is written with how many. A file is for
 * its owner alone; beyond `most` bytes it becomes `<name>.1` and a new one is begun.
 */
export function lineWriter(
  target: string | number,
  lossLine: (lost: number) => string,
  onFault: (error: unknown) => void = () => {},
  most = largest,
): LineWriter {
  const output = outputOf(target, most)
  let waiting: string[] = []
  let size = 0
  let linesLost = 0
  let unreported = 0
  let isFailing = false
  let isStale = false
  let isClosing = false
  let working: Promise<void> | undefined

  const lose = (count: number) => {
    linesLost += count
    unreported += count
  }

  async function reportLost(): Promise<boolean> {
    if (unreported === 0) return true
    const count = unreported
    // Ends a partially written line so that it does not spoil this one.
    const { rest } = await output.put(`${output.isTorn() ? '\n' : ''}${lossLine(count)}`)
    if (rest.length > 0) return false
    unreported -= count
    return true
  }

  async function work() {
    while (waiting.length > 0 || unreported > 0) {
      if (isFailing) await pause(again)
      isFailing = !(await reportLost())
      if (isFailing) {
        await output.leave()
        continue
      }
      if (!isClosing) await gather()
      if (isStale) await output.leave()
      isStale = false
      const lines = waiting.join('')
      waiting = []
      size = 0
      const { rest, fault } = await output.put(lines)
      if (rest.length === 0) {
        await output.turn()
        continue
      }
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
    reopen() {
      isStale = true
    },
    state: () => ({ isWritten: !isFailing, linesLost }),
    async close(timeout) {
      isClosing = true
      if (!isFailing) await Promise.race([working, pause(timeout)])
      return !output.isWriting()
    },
  }
}
