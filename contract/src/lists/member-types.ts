import { text } from '../kit/field.ts'
import { defineList } from '../kit/list.ts'

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
