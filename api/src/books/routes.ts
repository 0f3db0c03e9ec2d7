import { books as routes } from '@academy/contract/books/books.ts'
import { apiModule } from '../platform/http/index.ts'
import { listProofs, proveNow, provenOf } from './books.ts'

export const booksModule = apiModule(routes, {
  proven: (tx) => provenOf(tx),
  list: (tx, { query }) => listProofs(tx, query),
  prove: async (tx) => {
    await proveNow(tx)
    return provenOf(tx)
  },
})
