import type { Portal } from '../platform/runtime/index.ts'

const own = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const providerHosts = 'https://*.razorpay.com'

/** Allows what the provider's script needs: frames, its images and styles, and forms to banks. */
function withProvider(script: string): Record<string, string[]> {
  const { origin } = new URL(script)
  return {
    ...own,
    'script-src': [...own['script-src'], providerHosts, origin],
    'style-src': [...own['style-src'], "'unsafe-inline'"],
    'img-src': [...own['img-src'], providerHosts, origin],
    'connect-src': [...own['connect-src'], providerHosts, origin],
    'font-src': [...own['font-src'], providerHosts],
    'frame-src': [providerHosts, origin],
    'form-action': [...own['form-action'], providerHosts, origin],
  }
}

/** Only the checkout page allows the provider's script; every other page keeps the strict policy. */
export function pagePolicies({ config: { payment } }: Portal): Record<string, string> {
  const policy = payment.baseUrl ? withProvider(payment.scriptUrl) : own
  const text = Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
  return { '/checkout': text }
}
