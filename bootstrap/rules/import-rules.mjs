import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Rules on identifiers, which no import of a file shows: which files may use them. */
const rules = [
  {
    in: 'api/src/**/*.ts',
    says: /new Date\(\s*\)/,
    only: /^api\/src\/platform\/runtime\/clock\.ts$/,
    because: 'only platform/runtime/clock.ts asks what time it is; take the time from the clock or from tx',
  },
  {
    in: 'api/src/**/*.ts',
    says: /\bnew (Kysely|Transaction|pg\.(Pool|Client)|Pool|Client)\b/,
    only: /^api\/src\/(platform\/data\/database\/database(-handle|-primary|-watch)?|postgres\/server)\.ts$/,
    because:
      'only platform/data/database/database-handle.ts makes a raw database handle, beside migrations, copies of whole tables, the watch of connections, the search for the server that takes changes and the supervisor of the embedded server; a module receives a tx',
  },
  {
    in: 'web/src/**/*.{ts,tsx}',
    says: /(?<![.\w])lazy\(|<Suspense\b/,
    only: /^$/,
    because:
      'React holds back for 300 ms what suspended; code that comes late is shown by platform/client/loading/late.tsx',
  },
]

/** One line per violation below `root`. */
export function sourceRuleViolations(root) {
  return rules
    .flatMap((rule) =>
      globSync(rule.in, { cwd: root })
        .map((file) => file.replaceAll(path.sep, '/'))
        .filter((file) => !/\.test\.tsx?$/.test(file) && !rule.only.test(file))
        .flatMap((file) =>
          readFileSync(path.join(root, file), 'utf8')
            .split('\n')
            .flatMap((line, index) => (rule.says.test(line) ? [`${file}:${index + 1} ${rule.because}`] : [])),
        ),
    )
    .sort()
}
