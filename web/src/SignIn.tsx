import { storageKeys } from './attendance/offline/storage-keys.ts'
import { LoginPage, type LoginProps } from './auth/LoginPage.tsx'
import { lazyComponent } from './platform/client/loading/lazy.ts'

const SignInMarks = lazyComponent(() => import('./attendance/offline/SignInMarks.tsx'))

/** The sign-in page, with the unsent marks on this device. */
export const SignIn = (props: Omit<LoginProps, 'notices'>) => (
  <LoginPage {...props} notices={storageKeys().length > 0 && <SignInMarks />} />
)
