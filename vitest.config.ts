import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Half of a test is waiting for the database or a process: three workers for two cores keep both busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.test.ts', 'web/**/*.test.ts', 'api/src/kit/*.test.ts', 'bootstrap/*.test.ts'],
          exclude: ['**/node_modules/**'],
          // Some start whole processes, and the machine may be busy.
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'http',
          // Every file has a portal and a database of its own; loading the portal's modules for each would take a third of the time.
          isolate: false,
          include: ['api/src/**/*.test.ts'],
          exclude: ['api/src/kit/*.test.ts'],
          globalSetup: ['api/src/kit/testing-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
