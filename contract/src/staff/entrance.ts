/** What the sign-in page needs, apart from the rules of what is sent and answered: it is there before those. */

export const entrance = {
  login: { method: 'POST', path: '/auth/login' },
  config: { method: 'GET', path: '/config' },
} as const

export const missing = { username: 'Username is require', password: 'Password is require' } as const

export const welcome = (username: string) => `Welcome, ${username}`
