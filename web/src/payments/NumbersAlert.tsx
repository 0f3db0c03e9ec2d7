import { documentFormatExtras } from '@academy/contract/numbers/document-formats.ts'
import type { NumberType } from '@academy/contract/numbers/numbers.ts'
import { ApiError } from '../platform/client/api-error.ts'
import { useCall } from '../platform/client/query.ts'
import NumbersWarning from './NumbersWarning.tsx'

/** The same warning where such documents are issued; it asks the server. */
export function NumbersAlert({ type }: { type: NumberType }) {
  const { data, error } = useCall(documentFormatExtras.ofType, { params: { type } })
  if (error instanceof ApiError && error.statusCode === 404)
    return <NumbersWarning format={{ type, running_no: 0, isDisable: false, isMissing: true }} />
  return data ? <NumbersWarning format={data} /> : null
}
