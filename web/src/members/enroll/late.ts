import { lazyComponent } from '../../platform/client/loading/lazy.ts'

/** The dialog that enrolls several members in a course; its code comes when it is first opened. */
export const EnrollSeveral = lazyComponent(() => import('./EnrollSeveral.tsx'))
