/**
 * The walls of the house. Each has one sentence; bootstrap/import-rules.test.ts breaks every one and sees it noticed.
 * What is not an import (the clock, the raw database handle) is in bootstrap/import-rules.mjs.
 */
const test = '\\.test\\.tsx?$|/testing[^/]*\\.ts$'

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
      name: '3-kit-knows-no-room',
      comment: 'A kit is the ground the rooms of its floor stand on and knows none of them.',
      severity: 'error',
      from: { path: '^(contract|api|web)/src/kit/', pathNot: test },
      to: { path: '^$1/src/', pathNot: '^$1/src/kit/' },
    },
    {
      name: '3-kit-of-the-api-knows-no-promise',
      comment: "Nor does the API's kit know what any one room promises.",
      severity: 'error',
      from: { path: '^api/src/kit/', pathNot: test },
      to: { path: '^contract/src/', pathNot: '^contract/src/kit/' },
    },
    {
      name: '4-rooms-are-entered-by-their-door',
      comment: 'From another room import its door, the file that carries its name, and nothing behind it.',
      severity: 'error',
      from: { path: '^api/src/(?!kit/|reports/)([^/]+)/', pathNot: test },
      to: { path: '^api/src/(?!kit/)[^/]+/', pathNot: ['^api/src/$1/', '^api/src/([^/]+)/\\1\\.ts$'] },
    },
    {
      name: '5-wallet-stands-alone',
      comment: 'The wallet imports only the kit and the contract, so that money can be understood by itself.',
      severity: 'error',
      from: { path: '^api/src/wallet/', pathNot: test },
      to: { path: '^(api|web|e2e|bench|bootstrap)/', pathNot: '^api/src/(wallet|kit)/' },
    },
    {
      name: '6-reports-read-tables-only',
      comment: "A report may read any room's tables and calls nobody.",
      severity: 'error',
      from: { path: '^api/src/reports/', pathNot: test },
      to: { path: '^api/src/', pathNot: ['^api/src/(reports|kit)/', '^api/src/[^/]+/tables\\.ts$'] },
    },
    {
      name: '6-nobody-imports-reports',
      comment: 'Nobody depends on a report; the list of rooms composes them.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/reports/', '^api/src/rooms\\.ts$', test] },
      to: { path: '^api/src/reports/' },
    },
    {
      name: '7-screens-know-kit-and-contract',
      comment:
        'A room of screens imports web/kit and the contract, not another room; routes, menu and main compose them.',
      severity: 'error',
      from: { path: '^web/src/(?!kit/)([^/]+)/', pathNot: test },
      to: { path: '^web/src/', pathNot: ['^web/src/kit/', '^web/src/$1/'] },
    },
    {
      name: '8-no-circles',
      comment: 'No circles: a file must be understandable without what is built on it.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: '8-database-stays-in-the-kit',
      comment: 'Only the kit opens a database; a room receives a tx.',
      severity: 'error',
      from: { path: '^api/src/(?!kit/)[^/]+/', pathNot: test },
      to: { path: ['(^|/)node_modules/pg/', '^api/src/kit/(database|embedded-[^/]+)\\.ts$'] },
    },
    {
      name: '8-driver-has-two-users',
      comment: 'Only kit/database.ts with its watch and the supervisor of the embedded server speak to the driver.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/kit/(database(-watch)?|embedded-server)\\.ts$', test] },
      to: { path: '(^|/)node_modules/pg/' },
    },
    {
      name: '9-specifications-client-knows-no-code',
      comment: "The specification's client knows the specification, and of the house how a portal is started.",
      severity: 'error',
      from: { path: '^api/src/spec-client/' },
      to: {
        path: '^(contract|api|web|e2e|bench|bootstrap)/',
        pathNot: ['^api/src/spec-client/', '^api/src/testing\\.ts$'],
      },
    },
    {
      name: '0-imports-lead-somewhere',
      comment: 'An import that cannot be followed would hide what is behind it from every other wall.',
      severity: 'error',
      from: { path: '^(contract|api|web|e2e|bench)/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    // TypeScript 7 has no compiler interface for tools; swc reads type-only imports as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.css', '.json'],
    },
  },
}
