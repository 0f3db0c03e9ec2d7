/**
 * Most of what these files hold runs while a page opens: the browser is told to compile it whole beside the download,
 * instead of function by function when each is called.
 */
import type { Plugin } from 'vite'

/** Read by V8 at the very beginning of a file. */
const hint = '//# allFunctionsCalledOnLoad\n'

export function compiledEarly(names: readonly string[]): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    generateBundle: {
      // After Vite has put the list of what a file loads at its beginning.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle).filter((output) => output.type === 'chunk')
        for (const name of names) {
          const file = files.find((output) => output.name === name)
          if (!file) return this.error(`There is no file ${name} any more`)
          file.code = hint + file.code
        }
      },
    },
  }
}
