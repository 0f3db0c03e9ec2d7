/**
 * Keeps the screens' own files on the device, so that the marking screens open without signal (web/build/offline-files.ts
 * says which). Asked for by those screens only; browsers allow it on https and on the machine itself.
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

let asked = false

/** Once a visit; where it cannot be, the screens need signal to open, and nothing else changes. */
export function keepScreens() {
  if (asked || !('serviceWorker' in navigator) || !import.meta.env.PROD) return
  asked = true
  // The content security policy wants to be told that this address is meant to be a script.
  const rules = { createScriptURL: (url: string) => (url === script ? url : '') }
  const address = globalThis.trustedTypes?.createPolicy('academy-offline', rules).createScriptURL(script) ?? script
  navigator.serviceWorker.register(address).catch(() => {
    asked = false
  })
}
