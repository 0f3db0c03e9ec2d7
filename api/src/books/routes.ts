import { books as routes } from '@academy/contract/books/books.ts'
import { room } from '../kit/serve.ts'
import { listProofs, proveNow, provenOf } from './books.ts'

export const booksRoom = room(routes, {
  proven: (tx) => provenOf(tx),
  list: (tx, { query }) => listProofs(tx, query),
  prove: async (tx) => {
    await proveNow(tx)
    return provenOf(tx)
  },
})
