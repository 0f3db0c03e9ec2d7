import type { Room } from './kit/serve.ts'
import { walletRoom } from './wallet/routes.ts'

/** Every room of the house. A room that is not here is not served. */
export const rooms: readonly Room[] = [walletRoom]
