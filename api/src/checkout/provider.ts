import { conflict, type Transact } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { httpSend, type ProviderClient, providerClient } from './client.ts'
import { type Keys, sandboxKeys, sandboxSend } from './sandbox.ts'

/** The one card provider this portal works with: the configured one, else the sandbox. */
export interface Provider extends Keys {
  /** Its host, or `sandbox`. */
  name: string
  sandbox: boolean
  script: string
  client: ProviderClient
}

export const sandboxRoot = '/api/sandbox'

/** 409 where there is neither a provider nor the sandbox. */
export async function providerOf(portal: Portal, transact: Transact): Promise<Provider> {
  const { payment } = portal.config
  const onFault = (fault: object) => portal.log.warn(fault, 'card provider')
  const { baseUrl, keyId, keySecret, webhookSecret } = payment
  if (baseUrl && keyId && keySecret && webhookSecret) {
    const client = providerClient(httpSend(baseUrl, keyId, keySecret), onFault)
    const name = new URL(baseUrl).host
    return { name, sandbox: false, script: payment.scriptUrl, client, keyId, keySecret, webhookSecret }
  }
  if (!payment.sandbox) throw conflict('No card provider is configured. Please take the payment in cash.')
  const made = await sandboxKeys(transact)
  const keys = {
    keyId: keyId ?? made.keyId,
    keySecret: keySecret ?? made.keySecret,
    webhookSecret: webhookSecret ?? made.webhookSecret,
  }
  const client = providerClient(sandboxSend(transact), onFault)
  return { name: 'sandbox', sandbox: true, script: `${sandboxRoot}/checkout.js`, client, ...keys }
}
