/** Which modules go into which file: by the page that needs them. */
import { fileURLToPath } from 'node:url'

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/**
 * Names a module `name` if these files of `src` need it before anything is pressed: what they import, and what that
 * imports. Modules that `but` needs too are left out.
 */
export function neededBy(name: string, files: string[], but: string[]) {
  let needed: Set<string> | undefined
  return (id: string, graph: Graph) => {
    if (!needed) {
      const others = closure(but, graph)
      needed = new Set([...closure(files, graph)].filter((one) => !others.has(one)))
    }
    return needed.has(id) ? name : null
  }
}

function closure(files: string[], graph: Graph) {
  const found = new Set<string>()
  const take = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) take(imported)
  }
  for (const file of files) take(fileURLToPath(new URL(`../src/${file}`, import.meta.url)))
  return found
}
