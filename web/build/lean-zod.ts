/** Leaves out what zod makes JSON schemas with: only the server does (openapi.ts), and every schema carries it along. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const unused = ['json-schema-processors', 'json-schema-generator', 'to-json-schema']

export function leanZod(): Plugin {
  const left = new Set(unused)
  return {
    name: 'lean-zod',
    apply: 'build',
    load: {
      filter: { id: new RegExp(`[\\\\/]zod[\\\\/]v4[\\\\/]core[\\\\/](${unused.join('|')})\\.js$`) },
      handler(id) {
        left.delete(/([\w-]+)\.js$/.exec(id)?.[1] ?? '')
        const exported = readFileSync(id, 'utf8').matchAll(/^export (?:function|const|class) (\w+)/gm)
        return [...exported].map(([, name]) => `export const ${name} = () => undefined`).join('\n')
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`zod has no ${[...left].join(', ')} any more`)
    },
  }
}
