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
