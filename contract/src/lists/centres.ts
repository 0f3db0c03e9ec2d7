import { picture, text } from '../kit/field.ts'
import { defineList } from '../kit/list.ts'

export const centres = defineList({
  name: 'centre',
  title: 'Centre',
  module: ['centre'],
  fields: {
    description: text('Description', { required: 'Centre description is required' }),
    username: text('Username'),
    picture: picture('Picture'),
  },
  columns: ['picture', 'description', 'username'],
  search: ['description', 'username'],
  label: 'description',
  unique: ['description'],
})
