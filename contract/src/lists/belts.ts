import { text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'
import { messages } from '../platform/messages.ts'

export const belts = defineList({
  name: 'belt',
  title: 'Belt Color',
  module: ['belt'],
  fields: { beltColor: text('Belt Color', { required: 'Belt Color is required' }) },
  columns: ['beltColor'],
  search: ['beltColor'],
  label: 'beltColor',
  unique: ['beltColor'],
  deletion: messages.deletionOf('belt color'),
})
