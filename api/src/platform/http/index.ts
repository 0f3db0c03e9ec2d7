/** HTTP: binding endpoints, errors, uploads, idempotency keys. */

export { contentTypes, type FileAnswer } from './answer.ts'
export { buildApp } from './app.ts'
export type { Call } from './call.ts'
export { type Caller, firstStarter, isPortalName, refuseUnconfirmed, systemCaller } from './caller.ts'
export type { Place } from './caller-address.ts'
export { lockDocuments } from './document-lock.ts'
export { isGuarded, rowVersion, type VersionOf } from './document-version.ts'
export { callerNow, sessionOf } from './entrance.ts'
export {
  type Conflicts,
  conflict,
  type Detail,
  errorBody,
  forbidden,
  found,
  HttpError,
  invalid,
  meaningOf,
  notFound,
  refuseOther,
  unauthorized,
} from './errors.ts'
export { type ApiModule, apiModule, aside, type Handlers, preparing, stepwise, type Transact } from './handler.ts'
export { deleteOldAnswers, forgetAnswers } from './idempotency.ts'
export { oneByOne } from './one-by-one.ts'
export { callLog } from './records/call-log.ts'
export { exportRecord } from './records/export-record.ts'
export { rehearse } from './rehearse.ts'
export { neverShed, type ShedReason, shedReasons } from './shedding.ts'
export type { Upload } from './uploads.ts'
