// Serves the portal's own files when the line does not. Nothing users enter passes through here.
const files = __FILES__
const store = 'academy-__VERSION__'
const page = '/index.html'
const patience = 4000

const keepFiles = async () => (await caches.open(store)).addAll([page, ...files])

async function dropOldStores() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name)))
}

const kept = async (path) => (await caches.open(store)).match(path, { ignoreVary: true })

/** The current page, or the cached one when the server does not answer. */
async function currentPage(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) })
    if (answer.status < 500) return answer
    return (await kept(page)) ?? answer
  } catch (error) {
    const known = await kept(page)
    if (known) return known
    throw error
  }
}

/** The academy's colour and logo as they are now, or as they were when the server last answered. */
async function brandFile(request, pathname) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) })
    if (answer.ok) await (await caches.open(store)).put(pathname, answer.clone())
    if (answer.status < 500) return answer
    return (await kept(pathname)) ?? answer
  } catch {
    return (await kept(pathname)) ?? Response.error()
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepFiles())
})
self.addEventListener('activate', (event) => {
  // The page of the first visit, too, has what it loads later from the store.
  event.waitUntil(Promise.all([self.clients.claim(), dropOldStores()]))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // The payment page has its own policy.
  if (request.mode === 'navigate' && !/^\/(api|health|checkout)(\/|$)/.test(pathname))
    event.respondWith(currentPage(request))
  else if (/^\/brand(\.css$|-picture\/)/.test(pathname)) event.respondWith(brandFile(request, pathname))
  else if (files.includes(pathname)) event.respondWith(kept(pathname).then((known) => known ?? fetch(request)))
})
