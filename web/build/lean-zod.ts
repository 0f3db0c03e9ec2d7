/**
 * Leaves out what zod's schemas carry along and no screen needs: what JSON schemas are made with (only the server does:
 * openapi.ts), zod's own words for faults (plain-errors.ts has ours for each), its care for values that hold themselves
 * (nothing that is sent or filled in does), code that is compiled while it runs (zod-config.ts), and methods that no file
 * of ours calls, with the kinds of schemas that only they make.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { applied, type Edit } from './edits.ts'

const unused = [
  ...['core/json-schema-processors', 'core/json-schema-generator', 'core/to-json-schema'],
  ...['core/memoizer', 'locales/en'],
]
const withMethods = 'classic/schemas'

const named = (...names: string[]) => new RegExp(`[\\\\/]zod[\\\\/]v4[\\\\/](${names.join('|')})\\.js$`)

export function leanZod(): Plugin {
  const left = new Set([...unused, withMethods])
  return {
    name: 'lean-zod',
    apply: 'build',
    load: {
      filter: { id: named(...unused) },
      handler(id) {
        left.delete(named(...unused).exec(id)?.[1] ?? '')
        const exported = readFileSync(id, 'utf8').matchAll(/^export (?:default|(?:function|const|class) (\w+))/gm)
        return [...exported]
          .map(([, name]) => `export ${name ? `const ${name} =` : 'default'} () => undefined`)
          .join('\n')
      },
    },
    transform: {
      filter: { id: named(withMethods) },
      handler(code, id) {
        const edits = uncalled(methodsIn(code, id), code)
        if (edits.length > 0 && code.includes('$ZodObjectJIT')) left.delete(withMethods)
        return { code: applied(code, edits).replaceAll('$ZodObjectJIT', '$ZodObject'), map: null }
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`zod has no ${[...left].join(', ')} as we know it any more`)
    },
  }
}

/** The methods that `$constructor(name, init, methods)` gives to a kind of schema; `methods` may be wrapped in a call. */
function methodsIn(code: string, id: string): ESTree.ObjectProperty[] {
  const found: ESTree.ObjectProperty[] = []
  const take = (methods: ESTree.Argument | undefined) => {
    if (methods?.type === 'CallExpression') take(methods.arguments.at(-1))
    if (methods?.type !== 'ObjectExpression') return
    for (const property of methods.properties) if (property.type === 'Property' && property.method) found.push(property)
  }
  new Visitor({
    CallExpression({ callee, arguments: [, , methods] }) {
      if (code.slice(callee.start, callee.end) === 'core.$constructor') take(methods)
    },
  }).visit(parseSync(id, code).program)
  return found
}

function uncalled(methods: readonly ESTree.ObjectProperty[], code: string): Edit[] {
  const byZod = code.matchAll(/\b(?:this|inst)\.(\w+)\(/g)
  const byUs = sources().flatMap((text) => [...text.matchAll(/\.(\w+)(?:\?\.)?[(<]/g)])
  const called = new Set([...byZod, ...byUs].map(([, name]) => name))
  return methods
    .filter(({ key }) => key.type === 'Identifier' && !called.has(key.name))
    .map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))
}

const sources = () =>
  ['../src', '../../contract/src'].flatMap((path) => {
    const folder = join(import.meta.dirname, path)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    return files.map((file) => readFileSync(join(folder, file), 'utf8'))
  })
