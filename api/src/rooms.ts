import type { Room } from './kit/serve.ts'
import { dashboardRoom } from './dashboard/routes.ts'
import { listRooms } from './lists/routes.ts'
import { paymentsRoom } from './payments/routes.ts'
import { staffRoom } from './staff/routes.ts'
import { walletRoom } from './wallet/routes.ts'

/** Every room of the house. A room that is not here is not served. */
export const rooms: readonly Room[] = [staffRoom, dashboardRoom, ...listRooms, walletRoom, paymentsRoom]
