import type { Portal } from '../platform/runtime/index.ts'

const own = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const theirs = 'https://*.razorpay.com'

/** What the provider's script does on our page: frames, its own pictures and styles, and forms to its banks. */
function withProvider(script: string): Record<string, string[]> {
  const { origin } = new URL(script)
  return {
    ...own,
    'script-src': [...own['script-src'], theirs, origin],
    'style-src': [...own['style-src'], "'unsafe-inline'"],
    'img-src': [...own['img-src'], theirs, origin],
    'connect-src': [...own['connect-src'], theirs, origin],
    'font-src': [...own['font-src'], theirs],
    'frame-src': [theirs, origin],
    'form-action': [...own['form-action'], theirs, origin],
  }
}

/** The checkout page alone lets the provider's script in; the policy of all other pages is never loosened. */
export function pagePolicies({ config: { payment } }: Portal): Record<string, string> {
  const policy = payment.baseUrl ? withProvider(payment.scriptUrl) : own
  const text = Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
  return { '/checkout': text }
}
