import { text } from '../kit/field.ts'
import { defineList } from '../kit/list.ts'

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
