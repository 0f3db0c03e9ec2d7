import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** The clock of a process that is started with this environment (libfaketime); time that passes is not changed. */
interface MovedClock {
  environment: Record<string, string>
  /** Puts it so many hours forward, or back. */
  move(hours: number): void
  /** Hours that it is ahead. */
  ahead(): number
}

/** Throws where faketime is not installed. */
export function movedClock(file: string): MovedClock {
  const found = spawnSync('faketime', ['-m', '-f', '+0h', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' })
  if (found.status !== 0) throw new Error('faketime is not installed')
  let ahead = 0
  const write = () => writeFileSync(file, `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}h\n`)
  write()
  return {
    environment: {
      LD_PRELOAD: found.stdout.trim(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move(hours) {
      ahead += hours
      write()
    },
    ahead: () => ahead,
  }
}
