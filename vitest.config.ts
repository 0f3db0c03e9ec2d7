import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.test.ts', 'web/**/*.test.ts', 'api/src/kit/*.test.ts', 'bootstrap/*.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'http',
          include: ['api/src/**/*.test.ts'],
          exclude: ['api/src/kit/*.test.ts'],
          globalSetup: ['api/src/kit/testing-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
