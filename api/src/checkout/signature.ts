import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 in hexadecimal, as the provider signs. */
export const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(content).digest('hex')

/** Whether a signature belongs to a content, compared in constant time. */
export function isSigned(secret: string, content: string, signature: string): boolean {
  if (!/^[\da-f]{64}$/i.test(signature)) return false
  const due = createHmac('sha256', secret).update(content).digest()
  return timingSafeEqual(due, Buffer.from(signature, 'hex'))
}

/** Whether two secrets are the same, compared in constant time. */
export const isSame = (secret: string, given: string): boolean => isSigned(secret, 'same', signatureOf(given, 'same'))

/** What the provider's checkout signs once an order is paid. */
export const paidContent = (providerOrder: string, providerPayment: string) => `${providerOrder}|${providerPayment}`
