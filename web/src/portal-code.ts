import { once } from './platform/client/loading/once.ts'

/** What stands around the pages of whoever is signed in. */
export const loadPortal = once(() => import('./Portal.tsx'))
