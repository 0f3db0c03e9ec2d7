import { lazyComponent } from '../platform/client/loading/lazy.ts'

/** The warning that numbers run out, whose code comes when there is one. */
export const NumbersWarning = lazyComponent(() => import('./NumbersWarning.tsx'))
