import { expect, test } from 'vitest'
import { countPlaywright, countVitest, playwrightFailures, sum, vitestFailures } from './counts.mjs'

const vitest = (passed: number, total: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numTotalTests: total, testResults: files })
const playwright = (stats: object, errors: object[] = []) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

test('what passed and what failed are counted', () => {
  expect(countVitest(vitest(5, 5), 0)).toEqual({ passed: 5, failed: 0 })
  expect(countVitest(vitest(3, 5), 1)).toEqual({ passed: 3, failed: 2 })
  expect(countPlaywright(playwright({ expected: 4, unexpected: 1 }), 1)).toEqual({ passed: 4, failed: 1 })
})

test('a skipped or flaky test counts as failed', () => {
  expect(countVitest(vitest(4, 5), 0)).toEqual({ passed: 4, failed: 1 })
  expect(countPlaywright(playwright({ expected: 4, skipped: 2, flaky: 1 }), 0)).toEqual({ passed: 4, failed: 3 })
})

test('a test file that cannot be read counts as failed', () => {
  const broken = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest(vitest(5, 5, broken), 1)).toEqual({ passed: 5, failed: 1 })
  expect(countPlaywright(playwright({ expected: 4 }, [{ message: 'no such module' }]), 1)).toEqual({
    passed: 4,
    failed: 1,
  })
})

test('a runner that breaks, or runs nothing, counts as failed', () => {
  expect(countVitest('', 137)).toEqual({ passed: 0, failed: 1 })
  expect(countVitest(vitest(5, 5), 1)).toEqual({ passed: 5, failed: 1 })
  expect(countVitest(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright('{"stats":', 1)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright('{}', 0)).toEqual({ passed: 0, failed: 1 })
})

test('the last line is the sum', () => {
  const counts = [
    { passed: 1, failed: 0 },
    { passed: 5, failed: 2 },
  ]
  expect(sum(counts)).toEqual({ passed: 6, failed: 2 })
})

test('what failed is named with its complaint', () => {
  const failed = { status: 'failed', fullName: 'a wallet holds', failureMessages: ['expected 1 to be 2\n  at line 3'] }
  const report = vitest(1, 2, [
    { name: 'wallet.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed', fullName: 'another' }] },
    { name: 'broken.test.ts', status: 'failed', assertionResults: [], message: 'no such module' },
  ])
  expect(vitestFailures(report)).toEqual([
    'wallet.test.ts > a wallet holds\n    expected 1 to be 2\n      at line 3',
    'broken.test.ts\n    no such module',
  ])
  const spec = {
    ok: false,
    file: 'wallet.spec.ts',
    title: 'is shown',
    tests: [{ results: [{ error: { message: 'gone' } }] }],
  }
  const suites = [{ specs: [], suites: [{ specs: [spec, { ok: true, tests: [{ results: [{}] }] }] }] }]
  expect(playwrightFailures(JSON.stringify({ suites, errors: [{ message: 'no browser' }] }))).toEqual([
    'not run\n    no browser',
    'wallet.spec.ts > is shown\n    gone',
  ])
  expect(vitestFailures('')).toEqual([])
})
