import type { z } from 'zod'
import type { Config } from '../platform/runtime/index.ts'

export interface Given {
  config: Config
  /** The positional arguments after the command. */
  words: string[]
  options: {
    password?: string | undefined
    enable?: boolean | undefined
    standby?: boolean | undefined
    identity?: string | undefined
  }
  say: (line: string) => void
}

export interface Command {
  summary: string
  usage: string
  help: string[]
  /** Returns the exit code; 0 is success. */
  run(given: Given): Promise<number>
}

/** Wrong usage: the help is printed as well. */
export class UsageError extends Error {}

export function oneWord({ words }: Given, what: string): string {
  const [word, ...more] = words
  if (!word || more.length > 0) throw new UsageError(`Say ${what}.`)
  return word
}

export function noWords(words: readonly string[], command: string): void {
  if (words.length > 0) throw new UsageError(`${command} takes no words.`)
}

export function valid<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new UsageError(parsed.error.issues[0]?.message ?? 'Invalid')
  return parsed.data
}
