import type { MessageKind } from '@academy/contract/messages/messages.ts'

export const kindLabels: Record<MessageKind, string> = {
  owed: 'Open cases',
  moved: 'Class cancelled',
  expiring: 'Credit expires',
  low: 'Balance low',
  link: 'Card link',
  receipt: 'Receipt',
  balance: 'Balance',
}
