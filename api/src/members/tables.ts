import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

export type MemberRecord = Selectable<Schema['member']>
export type ContactRecord = Selectable<Schema['emergencyContact']>
export type ImportRecord = Selectable<Schema['memberImport']>
