import { memberMessages, reminders } from '@academy/contract/messages/messages.ts'
import { apiModule } from '../platform/http/index.ts'
import { messagesOf, noteMessage, removeMessage } from './messages.ts'
import { listReminders } from './reminders.ts'

export const messagesModule = apiModule(memberMessages, {
  messages: (tx, { params, origin }) => messagesOf(tx, params.id, origin),
  noteMessage: (tx, { params, body }) => noteMessage(tx, params.id, body),
  removeMessage: (tx, { params }) => removeMessage(tx, params.id, params.message),
})

export const remindersModule = apiModule(reminders, {
  list: (tx, { query }) => listReminders(tx, query),
})
