import { picture, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

export const sports = defineList({
  name: 'sport',
  title: 'Sport',
  module: ['sport'],
  fields: {
    description: text('Description', { required: 'Sport description is required' }),
    picture: picture('Picture'),
  },
  columns: ['picture', 'description'],
  search: ['description'],
  label: 'description',
  unique: ['description'],
})
