/**
 * Leaves out what zod's schemas carry along and no screen needs: methods that no file of ours calls, with the kinds of
 * schemas that only they make, and checks that are compiled while they run (zod-config.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { applied, type Edit } from './edits.ts'

export function leanZod(): Plugin {
  let isLean = false
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler(code, id) {
        const edits = uncalled(methodsIn(code, id), code)
        isLean = edits.length > 0 && code.includes('$ZodObjectJIT')
        return { code: applied(code, edits).replaceAll('$ZodObjectJIT', '$ZodObject'), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isLean) this.error('The schemas of zod are not as we know them any more')
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
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
  })
