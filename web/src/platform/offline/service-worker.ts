/**
 * Keeps the screens' own files on the device, so that the marking screens open without signal
 * (web/build/offline-files.ts lists them). Registered by those screens, and for coaches on any page; browsers allow it on https and localhost.
 */

const script = '/offline.js'

interface ScriptUrls {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string
  }
}
declare global {
  var trustedTypes: ScriptUrls | undefined
}

let isRegistered = false
let address: string | undefined

/** Once per visit. Where it is not available the screens need signal to open; nothing else changes. */
export function registerServiceWorker() {
  if (isRegistered || !('serviceWorker' in navigator) || !import.meta.env.PROD) return
  isRegistered = true
  // The content security policy requires this address to be declared as a script, by a policy of this name, made once.
  const rules = { createScriptURL: (url: string) => (url === script ? url : '') }
  address ??= globalThis.trustedTypes?.createPolicy('academy-offline', rules).createScriptURL(script) ?? script
  navigator.serviceWorker.register(address).catch(() => {
    isRegistered = false
  })
}
