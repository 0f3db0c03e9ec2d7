import { text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

export const designations = defineList({
  name: 'designation',
  title: 'Designation',
  module: ['designation'],
  fields: { designation: text('Designation', { required: 'Designation description is required' }) },
  columns: ['designation'],
  search: ['designation'],
  label: 'designation',
  unique: ['designation'],
})
