/** Files of libraries that others of theirs import and no screen needs: what they export does nothing. */
import { readFileSync } from 'node:fs'
import { type Plugin, parseSync } from 'vite'

const unneeded = [
  // What JSON schemas are made with: only the server does (openapi.ts).
  ...['zod/v4/core/json-schema-processors', 'zod/v4/core/json-schema-generator', 'zod/v4/core/to-json-schema'],
  // Its own words for faults: plain-errors.ts has ours for each.
  'zod/v4/locales/en',
  // Its care for values that hold themselves: nothing that is sent or filled in does.
  'zod/v4/core/memoizer',
  // Changes and endless lists: ours are calls of their own (use-action.ts) and pages.
  ...['query-core/build/modern/mutation', 'query-core/build/modern/infiniteQueryBehavior'],
]

/** What would need them. */
const needing = ['query-core/build/modern/mutationObserver', 'query-core/build/modern/infiniteQueryObserver']

const nameOf = (id: string, names: readonly string[]) =>
  names.find((name) => id.replaceAll('\\', '/').endsWith(`/${name}.js`))

export function leftOut(): Plugin {
  const left = new Set(unneeded)
  return {
    name: 'left-out',
    apply: 'build',
    load: {
      filter: { id: /[\\/](zod|query-core)[\\/].*\.js$/ },
      handler(id) {
        const name = nameOf(id, unneeded)
        if (!name) return
        left.delete(name)
        const { staticExports } = parseSync(id, readFileSync(id, 'utf8')).module
        return staticExports
          .flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? 'default'))
          .map((exported) => `export ${exported === 'default' ? exported : `const ${exported} =`} () => undefined`)
          .join('\n')
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`There is no ${[...left].join(', ')} any more`)
    },
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        for (const [id, { renderedLength }] of Object.entries(output.type === 'chunk' ? output.modules : {}))
          if (renderedLength > 0 && nameOf(id, needing)) this.error(`${id} needs what is left out (left-out.ts)`)
    },
  }
}
