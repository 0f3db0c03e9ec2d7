import { optionalChoice, picture, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'
import { states } from './states.ts'

export const centres = defineList({
  name: 'centre',
  title: 'Centre',
  module: ['centre'],
  isCentre: true,
  fields: {
    description: text('Description', { required: 'Centre description is required' }),
    username: text('Username'),
    state: optionalChoice('State', states, { hint: 'Its public holidays are offered for the holidays of a year.' }),
    picture: picture('Picture'),
  },
  columns: ['picture', 'description', 'username', 'state'],
  search: ['description', 'username', 'state'],
  label: 'description',
  unique: ['description'],
})
