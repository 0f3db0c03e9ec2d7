import { integer, longText, optionalInteger, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

export const creditPackages = defineList({
  name: 'credit-package',
  title: 'Credit Package',
  module: ['credits'],
  fields: {
    code: text('Code', { required: 'Package Code is required', max: 50 }),
    title: text('Title', { required: 'Package Title is required' }),
    credit: {
      ...integer('Credit', { required: 'Package credit is required' }),
      hint: 'What is paid for, each at the price of a credit on the page Academy.',
    },
    addition: { ...optionalInteger('Extra Credit'), hint: 'Given on top, not paid for.' },
    duration: integer('Duration (months)', { required: 'Package duration is required', max: 120 }),
    description: longText('Description', { required: 'Package description is required', max: 1000 }),
  },
  columns: ['code', 'title', 'credit', 'addition', 'duration'],
  search: ['code', 'title', 'description'],
  label: 'title',
  choice: ['code', 'description', 'credit', 'addition', 'duration'],
  unique: ['code'],
  sort: '+code',
})
