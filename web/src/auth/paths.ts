export { signInPath } from './safe-next.ts'

export const forgotPath = '/auth/forgot-password'
export const resetPath = '/auth/reset-password'
export const newPasswordPath = '/auth/new-password'
export const addFactorPath = '/auth/add-second-factor'
