import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long = [
  'test/system/process/faults',
  'test/system/calls/bad-input',
  'test/system/demo',
  'test/model/model',
  'test/system/process/leak',
  'test/system/process/portal-command',
  'test/system/calls/centre-matrix',
  'test/system/database/silence',
  'test/storm/storm',
  'src/courses/schedule/reschedule-race',
  'src/attendance/two-coaches',
  'test/system/database/backup',
  'test/system/database/outage',
  'test/system/process/log',
  'test/system/calls/matrix',
  'src/books/verify-wallets',
  'src/books/verify-payments',
  'src/books/verify-papers',
  'src/books/verify-trail',
].map((name) => {
  const file = `/api/${name}.test.ts`
  if (!existsSync(`${import.meta.dirname}${file}`)) throw new Error(`vitest.config.ts: there is no ${file} any more`)
  return file
})

/** The longest first, so that no worker is left with one at the end: a short file would be taken for a quick one. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((name) => moduleId.endsWith(name))
      return found === -1 ? long.length : found
    }
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

/** What is polled for may take long on a machine that is busy with other things; a second, as usual, fails by chance. */
const patient = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Half of a test is waiting for the database or a process: two workers for a core keep it busy.
    maxWorkers: availableParallelism() * 2,
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: [
            'contract/src/**/*.test.ts',
            'web/**/*.test.ts',
            'api/src/{platform,postgres}/**/*.test.ts',
            'bootstrap/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**'],
          // A process for each file costs a third of the time. Each test undoes what it stubs, and loads anew what remembers.
          isolate: false,
          // Some start whole processes, and the machine may be busy.
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'http',
          expect: patient,
          // Every file has a portal and a database of its own; loading the portal's modules for each would take a third of the time.
          isolate: false,
          include: ['api/src/**/*.test.ts', 'api/test/**/*.test.ts'],
          exclude: ['api/src/{platform,postgres}/**'],
          globalSetup: ['api/test/support/platform/setup.ts'],
          setupFiles: ['api/test/support/platform/cheap-passwords.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
