import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, runNode, since, tool } from '../children.mjs'
import { sourceRuleViolations } from '../rules/import-rules.mjs'
import { countPlaywright, countVitest, playwrightFailures, sum, vitestFailures } from './counts.mjs'

const minute = 60_000
/** A step that hangs is ended: well above what a slow machine takes, and two of them within the hour and a half of a CI run. */
const stepLimit = 40 * minute

/** One step and its counts: `{ name, run(): Promise<{ passed, failed }> }`. */
export const types = single('types', async () => {
  // Several checkers in one project each work out the same types of zod anew: twice the processor time for the same answer.
  const check = (project) => quiet([tool.tsc, '--noEmit', '--singleThreaded', '-p', project, ...keptTypes(project)])
  const projects = ['.', 'web'].map(check)
  return (await Promise.all(projects)).every(Boolean)
})

/** Unchanged files are not checked again; their faults are repeated from the cache. */
function keptTypes(project) {
  const file = path.join(root, 'node_modules/.cache', `types-${project === '.' ? 'root' : project}.tsbuildinfo`)
  return ['--incremental', '--tsBuildInfoFile', file]
}

export const lint = single('lint', () =>
  quiet([tool.biome, 'check', '--diagnostic-level=error', '--max-diagnostics=200', '.']),
)

export const importRules = single('import rules', async () => {
  const layers = ['contract', 'api', 'web', 'e2e', 'bench'].filter((folder) => existsSync(folder))
  const dependencies = await quiet([tool.depcruise, '--config', '.dependency-cruiser.cjs', ...layers])
  const faults = sourceRuleViolations('.')
  for (const fault of faults) console.error(fault)
  return dependencies && faults.length === 0
})

/** Units and the API in one run, unless one is named: while one waits for a process or the database, the other computes. */
export const vitest = (name, ...projects) =>
  counted(name, stepLimit, [countVitest, vitestFailures], (report) => ({
    args: [
      ...[tool.vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...projects.map((project) => `--project=${project}`),
    ],
  }))

/** The tests in these files alone. */
export const testsIn = (name, files) =>
  counted(name, stepLimit, [countVitest, vitestFailures], (report) => ({
    args: [tool.vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
  }))

export const playwright = (chromium, specs = []) =>
  counted('browser tests', stepLimit, [countPlaywright, playwrightFailures], (report) => ({
    args: [tool.playwright, 'test', '--reporter=list,json', ...specs],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: chromium, PLAYWRIGHT_FORCE_TTY: '0' },
  }))

/** Runs a step, prints its result, and never throws: a step that breaks counts as one failure. */
export async function runStep({ name, run }) {
  console.log(`\n== ${name}`)
  const began = performance.now()
  const count = await run().catch((error) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  const verdict = count.failed === 0 ? 'passed' : 'FAILED'
  console.log(`== ${name}: ${verdict} (${count.passed} passed, ${count.failed} failed) in ${since(began)}`)
  return count.failed > 0 && !count.failures?.length ? { ...count, failures: [name] } : count
}

/** The end of a run of steps: what failed, where the end of a long log is all that is read, and the counts as the last line. */
export function conclude(counts, took = '') {
  const { passed, failed } = sum(counts)
  for (const failure of counts.flatMap((count) => count.failures ?? [])) console.log(`\nFAILED: ${failure}`)
  if (took) console.log(`\nAll of it took ${took}`)
  console.log(`${took ? '' : '\n'}${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

/** A step that counts as one test. */
export function single(name, holds) {
  return { name, run: async () => ((await holds()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) }
}

const quiet = async (args) =>
  (await runNode(args, { limit: 15 * minute, stdio: ['ignore', 'inherit', 'inherit'] })) === 0

function counted(name, limit, [count, failuresOf], commandFor) {
  return {
    name,
    async run() {
      const folder = await mkdtemp(path.join(tmpdir(), 'academy-report-'))
      const report = path.join(folder, 'report.json')
      const { args, env } = commandFor(report)
      const options = { limit, env: testEnvironment(env), stdio: ['ignore', 'inherit', 'inherit'], ownGroup: true }
      const code = await runNode(args, options)
      const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
      await rm(folder, { recursive: true, force: true })
      return { ...count(text, code), failures: failuresOf(text) }
    },
  }
}

/**
 * Hides the caller's portal, its data and its server from the tests. The default zone has another date than the academy
 * for most of the academy's day, so that code that takes the machine's date for the academy's fails.
 */
function testEnvironment(more = {}) {
  const env = { TZ: 'America/Los_Angeles', ...process.env, ...more }
  for (const name of [
    'DATABASE_URL',
    'DATABASE_REPLICA_URL',
    'DATA_DIR',
    'PORT',
    'HOST',
    'ADMIN_PASSWORD',
    'DEMO_PASSWORD',
    'NODE_ENV',
  ]) {
    delete env[name]
  }
  return env
}
