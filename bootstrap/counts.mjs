/**
 * What a runner's JSON report and exit code really say. Skipped and flaky tests count as failed; a runner that broke
 * without a failed test to show for it counts as one failure.
 */
export function countVitest(report, code) {
  return honest(code, () => {
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(report)
    // A file that could not even be read has no tests to its name.
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
