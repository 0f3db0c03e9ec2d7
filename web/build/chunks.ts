/** Which modules go into which file: by the page that needs them. */
import { fileURLToPath } from 'node:url'

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

type Test = (id: string, graph: Graph) => boolean

/** An icon goes with whoever shows it, not with the list of all icons. */
const icon = /[\\/]lucide-react[\\/]/

/** Whether these files of `src` need it before anything is pressed there: they import it, or what they import does. */
export function neededBy(...files: string[]): Test {
  let found: Set<string> | undefined
  return (id, graph) => {
    found ??= reached(files, graph)
    return found.has(id)
  }
}

export const both =
  (one: Test, other: Test): Test =>
  (id, graph) =>
    one(id, graph) && other(id, graph)

/**
 * A file of the modules that pass one of the tests. What they import is put into it too, unless a group of higher
 * priority has it.
 */
export const file = (name: string, priority: number, ...tests: Test[]) => ({
  name: (id: string, graph: Graph) => (tests.some((test) => test(id, graph)) ? name : null),
  debugName: name,
  priority,
})

function reached(files: string[], graph: Graph) {
  const found = new Set<string>()
  const take = (id: string) => {
    if (found.has(id) || icon.test(id)) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) take(imported)
  }
  for (const file of files) take(fileURLToPath(new URL(`../src/${file}`, import.meta.url)))
  return found
}
