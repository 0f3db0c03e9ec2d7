/**
 * The room of the band that says that cards are only played (Everywhere.tsx, app.css). It is kept from the beginning of a
 * visit where the last one had the band, which comes with the configuration: nothing moves down for it.
 */
import { parsedItem } from '../session/storage.ts'

/** Where the configuration of the last visit is stored. */
export const configKey = 'config'

export function keepRoom(config: { cardPayments?: unknown }) {
  document.documentElement.toggleAttribute('data-played', config.cardPayments === 'sandbox')
}

export const keepRoomAsBefore = () => keepRoom(Object(parsedItem(configKey)))
