import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Rules on identifiers, which no import shows: which files of the API may use them. */
const rules = [
  {
    says: /new Date\(\s*\)/,
    only: /^api\/src\/platform\/runtime\/clock\.ts$/,
    because: 'only platform/runtime/clock.ts asks what time it is; take the time from the clock or from tx',
  },
  {
    says: /\bnew (Kysely|Transaction|pg\.(Pool|Client)|Pool|Client)\b/,
    only: /^api\/src\/(platform\/data\/database(-handle|-watch)?|postgres\/server)\.ts$/,
    because:
      'only platform/data/database-handle.ts makes a raw database handle, beside migrations, copies of whole tables, the watch of connections and the supervisor of the embedded server; a module receives a tx',
  },
]

/** One line per violation below `root`. */
export function sourceRuleViolations(root) {
  const files = globSync('api/src/**/*.ts', { cwd: root }).map((file) => file.replaceAll(path.sep, '/'))
  return files
    .filter((file) => !/\.test\.ts$/.test(file))
    .sort()
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          rules
            .filter(({ says, only }) => says.test(line) && !only.test(file))
            .map(({ because }) => `${file}:${index + 1} ${because}`),
        ),
    )
}
