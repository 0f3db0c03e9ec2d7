/** The link back into the members' app. */
export interface Result {
  status: boolean
  /** For a successful payment: who paid what, and the provider's signature over `order_id|provider_payment_id`. */
  paid?: { payment_id: string; order_id: string; provider_payment_id: string; member_id: string; signature: string }
}

export const appLink = (scheme: string, { status, paid }: Result): string =>
  `${scheme}://payment?${new URLSearchParams({ status: String(status), ...paid })}`

const fallbackAfter = 1000

/** Opens the app; if nothing happens within a second, tries again with the status alone. */
export function openApp(scheme: string, result: Result) {
  location.href = appLink(scheme, result)
  setTimeout(() => {
    if (!document.hidden) location.href = appLink(scheme, { status: result.status })
  }, fallbackAfter)
}
