import { text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

export const memberTypes = defineList({
  name: 'member-type',
  title: 'Member Type',
  module: ['credits', 'memberType'],
  fields: { memberType: text('Member Type', { required: 'Member Type is required' }) },
  columns: ['memberType'],
  search: ['memberType'],
  label: 'memberType',
  unique: ['memberType'],
})
