import { text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

export const relationships = defineList({
  name: 'relationship',
  title: 'Relationship',
  module: ['relationship'],
  fields: { relationship: text('Relationship', { required: 'Relationship name is required' }) },
  columns: ['relationship'],
  search: ['relationship'],
  label: 'relationship',
  unique: ['relationship'],
})
