import { text } from '../kit/field.ts'
import { defineList } from '../kit/list.ts'
import { messages } from '../kit/messages.ts'

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
