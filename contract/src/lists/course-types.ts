import { picture, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

/** The screens call it Class Type. */
export const courseTypes = defineList({
  name: 'course-type',
  title: 'Class Type',
  module: ['courseType'],
  fields: {
    description: text('Description', { required: 'Class Type description is required' }),
    picture: picture('Picture'),
  },
  columns: ['picture', 'description'],
  search: ['description'],
  label: 'description',
  unique: ['description'],
})
