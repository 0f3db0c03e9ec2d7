import { supplierFields } from '../einvoice/supplier.ts'
import { lists } from '../lists/lists.ts'
import { everyField, memberFieldNames } from '../members/fields.ts'
import { labelOf } from '../platform/labels.ts'
import { moduleLabels } from '../platform/permission.ts'
import { keysOf, recordOf } from '../platform/records.ts'

const memberLabels = recordOf(memberFieldNames, (name) => everyField[name].label)

/** Where a form's word is another one than elsewhere. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  member: { ...memberLabels, wallet: 'Wallet' },
  'user-group': moduleLabels,
  course: { duration: 'Training Time Duration' },
  class: { duration: 'Training Time Duration' },
  'course-scheduled-year': { duration: 'Training Time Duration' },
  payment: { duration: 'Duration (months)' },
  'e-invoice-supplier': recordOf(keysOf(supplierFields), (name) => supplierFields[name].label),
  'cash-close': { day: 'Day' },
  'cash-evening': { day: 'Day' },
  'month-end': { month: 'Month', digest: 'Checksum of what was kept' },
  'cash-close-series': { last: 'Last number' },
  'notice-details': { type: 'Type' },
  notice: { type: 'Type' },
}

/** What the form of a kind of document calls one of its fields. */
export function fieldLabel(docType: string, field: string): string {
  const list = lists.find(({ name }) => name === docType)
  const declared = list && Object.hasOwn(list.fields, field) ? list.fields[field]?.label : undefined
  const known = Object.hasOwn(own, docType) ? own[docType] : undefined
  return declared ?? (known && Object.hasOwn(known, field) ? known[field] : undefined) ?? labelOf(field)
}
