import { documentFormatExtras, documentFormats } from '@academy/contract/numbers/document-formats.ts'
import { apiModule, found } from '../platform/http/index.ts'
import { formatOfType } from './numbers.ts'

export const numbersModule = apiModule(documentFormatExtras, {
  async ofType(tx, { params }) {
    const { id, runningNo, ...format } = found(await formatOfType(tx, params.type), documentFormats.title)
    return { ...format, _id: id, running_no: runningNo }
  },
})
