/** Prefix of every API path. */
export const apiRoot = '/api/admin'
