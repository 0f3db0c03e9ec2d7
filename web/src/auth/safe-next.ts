export const signInPath = '/auth/login'

/**
 * The address to go on to after signing in: only a path of this portal. Browsers take `\` for `/` and drop line breaks and
 * tabs; `//`, at the beginning or once dots are resolved, would be another host.
 */
export const safeNext = (next: string | undefined): string | undefined =>
  next && /^\/(?!\/|[^?#]*\/\/)[^\\\s]*$/.test(next) && !next.includes(signInPath) ? next : undefined
