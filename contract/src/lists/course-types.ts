import { picture, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'

/** Labelled Class Type on the screens. */
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
