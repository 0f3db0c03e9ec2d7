/** Reads what GET /config tells every screen (config.ts). */
import { call } from '../client.ts'
import { entranceCalls } from '../entrance.ts'
import { store } from '../session/storage.ts'
import { setBusinessDay } from '../today.ts'
import { rememberConfig } from './config.ts'
import { configKey } from './played.ts'

const readConfig = () =>
  call(entranceCalls.config, { quiet: true }).then((config) => {
    store(configKey, JSON.stringify(config))
    rememberConfig(config)
    setBusinessDay(config.today)
  })

let asked: Promise<void> | undefined

/** Loaded once; again only after a failure. */
export function loadConfig(): Promise<void> {
  asked ??= readConfig().catch((error) => {
    asked = undefined
    throw error
  })
  return asked
}

let asking: Promise<void> | undefined

/** Reads the configuration again: the business day may have changed. */
export function refreshConfig(): Promise<void> {
  asking ??= readConfig()
    // It is read again soon enough.
    .catch(() => undefined)
    .finally(() => {
      asking = undefined
    })
  return asking
}
