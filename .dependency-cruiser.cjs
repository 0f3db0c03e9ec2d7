/**
 * The import rules. Each has one sentence; bootstrap/rules/import-rules.test.ts breaks every one and sees it noticed.
 * What is not an import (the clock, the raw database handle) is in bootstrap/rules/import-rules.mjs.
 */
const test = '\\.test\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: '1-contract-knows-zod-only',
      comment: 'The contract imports zod only, no Node module, so that it runs anywhere.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: test },
      to: { pathNot: '^contract/src/|(^|/)node_modules/zod/' },
    },
    {
      name: '2-web-and-api-apart',
      comment: 'The screens and the API never import each other; what they share is in the contract.',
      severity: 'error',
      from: { path: '^(web|api)/' },
      to: { path: '^(web|api)/', pathNot: '^$1/' },
    },
    {
      name: '3-platform-knows-no-module',
      comment: 'The platform is what the modules of its layer stand on and knows none of them.',
      severity: 'error',
      from: { path: '^(contract|api|web)/src/platform/', pathNot: test },
      to: { path: '^$1/src/', pathNot: ['^$1/src/platform/', '^web/src/ui/'] },
    },
    {
      name: '3-one-folder-knows-the-component-libraries',
      comment: 'Only web/src/ui imports a component library, so that each can be replaced without touching a screen.',
      severity: 'error',
      from: { path: '^web/src/(?!ui/)', pathNot: test },
      to: {
        path: '(^|/)node_modules/(antd|@ant-design|@rc-component|@base-ui|react-day-picker|lucide-react|qrcode\\.react)/',
      },
    },
    {
      name: '3-ui-knows-no-screen',
      comment:
        "What draws buttons and fields knows the platform's words, theme and way to load code; no screen, call or module.",
      severity: 'error',
      from: { path: '^web/src/ui/', pathNot: test },
      to: {
        path: '^(contract|web)/src/',
        pathNot: [
          '^web/src/ui/',
          '^web/src/platform/client/(i18n|loading/lazy)\\.ts$',
          '^web/src/platform/shell/(theme-scope|appearance|layers|focus-return)\\.ts$',
        ],
      },
    },
    {
      name: '3-platform-knows-no-endpoint',
      comment: "Nor does the API's platform know an endpoint of any one module.",
      severity: 'error',
      from: { path: '^api/src/platform/', pathNot: test },
      to: { path: '^contract/src/', pathNot: '^contract/src/platform/' },
    },
    {
      name: '3-product-knows-no-test',
      comment: 'Nothing of the product imports what tests it.',
      severity: 'error',
      from: { path: '^(contract|api|web)/(src|seed)/', pathNot: test },
      to: { path: `^api/test/|${test}` },
    },
    {
      name: '4-modules-by-their-public-interface',
      comment:
        'From another module import its public interface, the file that carries its name, and nothing behind it.',
      severity: 'error',
      from: { path: '^api/src/(?!platform/|reports/|command/)([^/]+)/', pathNot: test },
      to: {
        path: '^api/src/[^/]+/',
        pathNot: [
          '^api/src/$1/',
          '^api/src/([^/]+)/\\1\\.ts$',
          '^api/src/platform/[^/]+/index\\.ts$',
          '^api/src/platform/data/unrecorded\\.ts$',
        ],
      },
    },
    {
      name: '4-platform-by-its-indexes',
      comment:
        "The API's modules import the platform by the index of each of its folders. What no index offers is given to those whom rule 8 names.",
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/(platform|postgres)/', test] },
      to: {
        path: '^api/src/platform/',
        pathNot: ['^api/src/platform/[^/]+/index\\.ts$', '^api/src/platform/data/unrecorded\\.ts$'],
      },
    },
    {
      name: '5-wallet-stands-alone',
      comment: 'The wallet imports only the platform and the contract, so that money can be understood by itself.',
      severity: 'error',
      from: { path: '^api/src/wallet/', pathNot: test },
      to: { path: '^(api|web|e2e|bench|bootstrap)/', pathNot: '^api/src/(wallet|platform)/' },
    },
    {
      name: '6-reports-read-tables-only',
      comment: "A report may read any module's tables and calls nobody.",
      severity: 'error',
      from: { path: '^api/src/reports/', pathNot: test },
      to: { path: '^api/src/', pathNot: ['^api/src/(reports|platform)/', '^api/src/[^/]+/tables\\.ts$'] },
    },
    {
      name: '6-nobody-imports-reports',
      comment: 'Nobody but the month end, which keeps them, depends on a report; the list of modules composes them.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/(reports|monthend)/', '^api/src/modules\\.ts$', test] },
      to: { path: '^api/src/reports/' },
    },
    {
      name: '7-screens-by-their-index',
      comment:
        "A module's screens import ui, the platform, the contract and the index of another module; routes, menu and main compose them.",
      severity: 'error',
      from: { path: '^web/src/(?!platform/|ui/)([^/]+)/', pathNot: test },
      to: { path: '^web/src/', pathNot: ['^web/src/(platform|ui)/', '^web/src/$1/', '^web/src/[^/]+/index\\.ts$'] },
    },
    {
      name: '8-no-circles',
      comment: 'No circles: a file must be understandable without what is built on it.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: '8-database-stays-in-the-platform',
      comment: 'Only the platform opens a database; a module receives a tx.',
      severity: 'error',
      from: { path: '^api/src/(?!platform/|postgres/|command/)[^/]+/', pathNot: test },
      to: {
        path: [
          '(^|/)node_modules/pg/',
          '^api/src/platform/data/database/database(-handle|-primary|-sending|-watch)?\\.ts$',
          '^api/src/postgres/',
        ],
      },
    },
    {
      name: '8-raw-handle-has-one-home',
      comment:
        'The handle that can write without a record stays in data/database/database-handle.ts: data/tx.ts makes recorded transactions of it, data/unrecorded.ts the few changes that are no act of anybody, and data/database/database.ts hands on what only reads and runs the migrations on a pool of their own.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/platform/data/(database/database|tx|unrecorded)\\.ts$', test] },
      to: { path: '^api/src/platform/data/database/database-handle\\.ts$' },
    },
    {
      name: '8-unrecorded-changes-are-named',
      comment:
        'Only the life of a session, what waits for the second step of a sign-in, the counters of wrong attempts, who was told medical notes and I/C numbers, what is deleted because its time is over, when a job ran, how far an export is, that a month is being closed and what wallets held when a month began are written without an audit record; no index offers it.',
      severity: 'error',
      from: {
        path: '^api/src/',
        pathNot: [
          '^api/src/staff/(staff|sign-in/(attempts|outbox-retention|series)|second-factor/tickets)\\.ts$',
          '^api/src/platform/http/idempotency\\.ts$',
          '^api/src/platform/data/(audit/reading-log|closed-months)\\.ts$',
          '^api/src/platform/jobs/(job-rows|export-progress)\\.ts$',
          '^api/src/wallet/month-balances\\.ts$',
          test,
        ],
      },
      to: { path: '^api/src/platform/data/unrecorded\\.ts$' },
    },
    {
      name: '8-driver-has-six-users',
      comment:
        'The driver is spoken to by the raw handle, by data/database/database-sending.ts, which says how its connections send, by its watch, which asks the server about our own connections, by data/database/database-primary.ts, which asks several servers which of them takes changes, by data/database/database.ts for the connection that copies whole tables (back-up and restore), and by the supervisor of the embedded server, which asks one whether it is ours.',
      severity: 'error',
      from: {
        path: '^api/src/',
        pathNot: [
          '^api/src/platform/data/database/database(-handle|-primary|-sending|-watch)?\\.ts$',
          '^api/src/postgres/server\\.ts$',
          test,
        ],
      },
      to: { path: '(^|/)node_modules/pg/' },
    },
    {
      name: '9-specifications-client-knows-no-code',
      comment: "The specification's client knows the specification, and of the product how a portal is started.",
      severity: 'error',
      from: { path: '^api/test/spec-client/' },
      to: {
        path: '^(contract|api|web|e2e|bench|bootstrap)/',
        pathNot: ['^api/test/spec-client/', '^api/test/support/portal\\.ts$'],
      },
    },
    {
      name: '0-imports-lead-somewhere',
      comment: 'An import that cannot be followed would hide what is behind it from every other rule.',
      severity: 'error',
      from: { path: '^(contract|api|web|e2e|bench)/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler interface for tools; swc reads type-only imports as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // What is built; packages keep their code in folders of the same name.
    exclude: { path: '^(contract|api|web)/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.css', '.json'],
    },
  },
}
