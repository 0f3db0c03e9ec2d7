/**
 * What a screen never reads of the contract is left out of its code. A call needs an endpoint's method and path; what is
 * sent and answered is checked by the server, and forms import the schemas they check with. Of the rest, bundling keeps
 * what some screen imports.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { applied, type Edit } from './edits.ts'

/** What makes endpoints, of what it is given last. */
const makers = new Set(['endpoint', 'undoOf'])

/** An endpoint's properties that only the server and the documentation read. */
const serverOnly = new Set([
  ...['params', 'body', 'sends', 'forChoosing', 'choosing', 'summary', 'status', 'perMinute', 'raw', 'namesNobody'],
  ...['beforeOwnPassword', 'beforeSecondFactor', 'changes', 'reads', 'pictureRequired'],
])

export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
      handler: (code, id) => ({ code: applied(code, editsOf(code, id)), map: null }),
    },
  }
}

function editsOf(code: string, id: string): Edit[] {
  const { program } = parseSync(id, code)
  const edits: Edit[] = []
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const declared = given.at(-1)
      if (callee.type !== 'Identifier' || !makers.has(callee.name) || declared?.type !== 'ObjectExpression') return
      for (const [at, property] of declared.properties.entries()) {
        if (property.type !== 'Property') continue
        if (!isUnread(property, code)) continue
        const end = declared.properties[at + 1]?.start ?? declared.end - 1
        edits.push({ start: property.start, end, text: '' })
      }
    },
  }).visit(program)
  for (const statement of program.body) edits.push(...unlessUsed(statement))
  return edits
}

const keyOf = ({ key }: ESTree.ObjectProperty) => (key.type === 'Identifier' ? key.name : '')

/** Whether an answer is a file is read, and by what a list can be sorted. */
function isUnread(property: ESTree.ObjectProperty, code: string): boolean {
  const key = keyOf(property)
  const { type, start, end } = property.value
  if (key === 'result') return type !== 'ObjectExpression'
  if (key === 'query') return type === 'CallExpression' && !code.slice(start, end).includes('page(')
  return serverOnly.has(key)
}

/** What may call something while it is made. */
const calls = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression', 'MemberExpression', 'NewExpression'])

/** Bundling drops a schema that nothing uses only when it is told that making one has no effect. */
function unlessUsed(statement: ESTree.Program['body'][number]): Edit[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) =>
    init && calls.has(init.type)
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        ]
      : [],
  )
}
