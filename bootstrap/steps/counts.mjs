import { stripVTControlCharacters } from 'node:util'

/**
 * Counts of a runner's JSON report and exit code. Skipped and flaky tests count as failed; a runner that failed without a
 * failed test counts as one failure.
 */
export function countVitest(report, code) {
  return honest(code, () => {
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(report)
    // A file that could not be loaded has no tests.
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests + broken }
  })
}

export function countPlaywright(report, code) {
  return honest(code, () => {
    const { stats, errors } = JSON.parse(report)
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
  })
}

/** The name and complaint of each failed test in a runner's JSON report; none for a report that cannot be read. */
export function vitestFailures(report) {
  return failures(report, ({ testResults }) =>
    testResults.flatMap((file) =>
      file.assertionResults.length === 0 && file.status === 'failed'
        ? [{ name: file.name, message: file.message }]
        : file.assertionResults
            .filter((test) => test.status === 'failed')
            .map((test) => ({ name: `${file.name} > ${test.fullName}`, message: test.failureMessages[0] })),
    ),
  )
}

export function playwrightFailures(report) {
  return failures(report, ({ suites, errors }) => [
    ...errors.map(({ message }) => ({ name: 'not run', message })),
    ...suites.flatMap(failedSpecs),
  ])
}

function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok || spec.tests.some((test) => test.status === 'flaky'))
  const named = failed.map((spec) => {
    const results = spec.tests.flatMap((test) => test.results)
    return { name: `${spec.file} > ${spec.title}`, message: results.find((result) => result.error)?.error.message }
  })
  return [...named, ...suites.flatMap(failedSpecs)]
}

function failures(report, read) {
  try {
    return read(JSON.parse(report)).map(({ name, message = 'no message' }) => `${name}\n    ${firstLines(message)}`)
  } catch {
    return []
  }
}

const firstLines = (message) => stripVTControlCharacters(message).split('\n').slice(0, 6).join('\n    ')

export function sum(counts) {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  })
}

function honest(code, read) {
  try {
    const { passed, failed } = read()
    if (!Number.isInteger(passed) || !Number.isInteger(failed)) return { passed: 0, failed: 1 }
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
