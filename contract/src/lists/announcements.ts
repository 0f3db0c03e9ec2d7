import { longText, optionalDate, picture, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'
import { messages } from '../platform/messages.ts'

/** Shown by the members' app. Two may share a title. */
export const announcements = defineList({
  name: 'announcement',
  title: 'Announcement',
  module: ['announcement'],
  fields: {
    title: text('Title', { required: 'Title is required' }),
    expired_date: optionalDate('Expired Date'),
    picture: picture('Picture'),
    content: longText('Content', { required: 'Content is required', max: 1000 }),
  },
  columns: ['picture', 'title', 'expired_date'],
  counter: { key: 'version', label: 'Version' },
  search: ['title', 'content'],
  label: 'title',
  sort: '-createdAt',
  deletion: messages.deletionOf('announcement'),
  effects: {
    enable: 'The members’ app shows {name} again.',
    disable: 'The members’ app no longer shows {name}.',
  },
})
