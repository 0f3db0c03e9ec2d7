/**
 * One screen, several addresses: `/belt`, `/belt/listing`, `/portal/belt` and `/portal/belt/listing` are the same list.
 * Links use the side menu's paths; the dashboard alone shows its `/portal`.
 */
const dashboard = '/dashboard/overview'

/** Rewrites addresses for the given screens' paths; `home` is the one that the bare address opens. */
export function rewriteFor(paths: readonly string[], home: () => string) {
  const lists = new Set(paths.filter((path) => path.endsWith('/listing')))

  function input({ url }: { url: URL }): URL {
    let path = url.pathname.replace(/\/+$/, '').replace(/^\/portal(?=\/|$)/, '')
    if (path === '') path = home()
    if (path === '/dashboard') path = dashboard
    if (lists.has(`${path}/listing`)) path = `${path}/listing`
    url.pathname = path
    return url
  }

  function output({ url }: { url: URL }): URL {
    if (url.pathname === dashboard) url.pathname = `/portal${dashboard}`
    return url
  }

  return { input, output }
}

/** Search params stay text: `searchText=00123` is no number. Whoever wants a number says so in its schema. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(
    kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  )
  return text.size > 0 ? `?${text}` : ''
}
