import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const said = z.object({
  held: z.boolean(),
  message: z.string().default(''),
  url: z.string().default(''),
  ownerUrl: z.string().default(''),
  pid: z.number().default(0),
  adopted: z.boolean().default(false),
  launcher: z.string().default(''),
})

/** A child process that runs data-dir-program.ts, and the line it printed. */
export type Child = z.infer<typeof said> & {
  process: ChildProcess
  /** Sends the signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<void>
}

type Person = { prefix?: string[]; uid?: number }

/** Starts data-dir-program.ts with an empty environment, as another user if `person` says so. */
export async function startChild(words: string[], person: Person = {}): Promise<Child> {
  const program = fileURLToPath(new URL('./data-dir-program.ts', import.meta.url))
  const [command = '', ...args] = [...(person.prefix ?? []), process.execPath, program, ...words]
  const switchTo = person.prefix?.length ? undefined : person.uid
  const child = spawn(command, args, {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(switchTo === undefined ? {} : { uid: switchTo, gid: switchTo }),
  })
  const gone = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      ...said.parse(JSON.parse(line)),
      process: child,
      async end(signal) {
        child.kill(signal)
        await gone
      },
    }
  }
  throw new Error(`${words.join(' ')} said nothing`)
}
