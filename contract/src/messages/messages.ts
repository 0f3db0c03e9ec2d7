/** What members are told by WhatsApp or mail: what there is to tell, what was told, and who is to be reminded. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { messages as words } from '../platform/messages.ts'
import { listOf, page } from '../platform/query.ts'
import { isSafeText } from '../platform/text.ts'
import { languages } from './languages.ts'

/** Why somebody is reminded, the most urgent first. */
export const reminderKinds = ['owed', 'moved', 'expiring', 'low'] as const
const messageKinds = [...reminderKinds, 'link', 'receipt', 'balance'] as const
export type MessageKind = (typeof messageKinds)[number]
/** What each is about, for people. */
export const messageKindWords: Record<MessageKind, string> = {
  owed: 'Open cases',
  moved: 'Class cancelled',
  expiring: 'Credit expires',
  low: 'Balance low',
  link: 'Card link',
  receipt: 'Receipt',
  balance: 'Balance',
}
export const channels = ['whatsapp', 'mail'] as const
export const channelWords = { whatsapp: 'WhatsApp', mail: 'Mail' } as const

/** Nobody is reminded of the same again within so many days: of another class, or of one that is made up for now, at once. */
export const reminderRestDays = 7
export const longestMessage = 2000

const longestAbout = 100

/** What there is to tell; `about` tells two of a kind apart. */
const messageFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owed'), about: z.null(), cases: z.number(), credit: z.number(), wallet: z.number() }),
  z.object({
    kind: z.literal('moved'),
    about: z.string(),
    course: z.string(),
    date: z.string(),
    /** The class that makes up for it, once there is one. */
    instead: z.object({ date: z.string(), duration: z.string() }).nullable(),
  }),
  z.object({ kind: z.literal('expiring'), about: z.null(), wallet: z.number(), date: z.string() }),
  z.object({
    kind: z.literal('low'),
    about: z.null(),
    wallet: z.number(),
    /** About how many classes it pays for. */
    classes: z.number(),
  }),
  z.object({
    kind: z.literal('link'),
    about: z.string(),
    /** Of the package. */
    title: z.string(),
    /** With two decimals, as text. */
    amount: z.string(),
    currency: z.string(),
    link: z.string(),
  }),
  z.object({
    kind: z.literal('receipt'),
    about: z.string(),
    orNo: z.string(),
    /** RM with two decimals, as text. */
    amount: z.string(),
    credit: z.number(),
    date: z.string(),
    /** The public address at which the receipt proves itself. */
    link: z.string(),
  }),
  z.object({
    kind: z.literal('balance'),
    about: z.null(),
    wallet: z.number(),
    creditExpired: z.string().nullable(),
    /** What moved it last, the newest first. */
    entries: z.array(z.object({ date: z.string(), label: z.string(), who: z.string().nullable(), credit: z.number() })),
  }),
])
export type MessageFacts = z.output<typeof messageFacts>

const toldMessage = z.object({
  _id: z.string(),
  kind: z.enum(messageKinds),
  channel: z.enum(channels),
  language: z.enum(languages),
  text: z.string(),
  at: z.string(),
  by: z.string(),
})
export type ToldMessage = z.output<typeof toldMessage>

export const reminder = z.object({
  _id: z.string(),
  name: z.string(),
  chName: z.string().nullable(),
  phoneNo: z.string().nullable(),
  email: z.string().nullable(),
  wallet: z.number(),
  creditExpired: z.string().nullable(),
  /** What the member was not told in the last days, the most urgent first. */
  kinds: z.array(z.enum(reminderKinds)),
  /** When the member was told anything last. */
  toldAt: z.string().nullable(),
})
export type Reminder = z.output<typeof reminder>

export const memberMessages = {
  messages: endpoint({
    method: 'GET',
    path: '/member/:id/message',
    may: 'membership.view',
    summary: 'What there is to tell a member with a wallet, and what it was told last, the newest first',
    result: z.object({
      _id: z.string(),
      name: z.string(),
      phoneNo: z.string().nullable(),
      email: z.string().nullable(),
      /** The language of the last message; before the first the academy's. */
      language: z.enum(languages),
      items: z.array(messageFacts),
      told: z.array(toldMessage),
    }),
  }),
  noteMessage: endpoint({
    method: 'POST',
    path: '/member/:id/message',
    may: 'membership.edit',
    summary: 'Notes that a member was sent a message; the portal itself sends nothing',
    body: z.object({
      kind: z.enum(messageKinds),
      /** Which of that kind, as it was answered; without it the note is of all of them. */
      about: z.string().max(longestAbout).refine(isSafeText, 'This text has characters that cannot be kept').nullish(),
      channel: z.enum(channels),
      language: z.enum(languages),
      text: z
        .string()
        .trim()
        .min(1, 'Message is required')
        .max(longestMessage)
        .refine(isSafeText, 'This text has characters that cannot be kept'),
    }),
    result: toldMessage,
    done: 'Noted as sent',
  }),
  removeMessage: endpoint({
    method: 'DELETE',
    path: '/member/:id/message/:message',
    may: 'membership.edit',
    summary: 'Takes back the note of a message that was not sent after all',
    result: z.object({ _id: z.string() }),
    done: words.deleted,
  }),
}

export const reminders = {
  list: endpoint({
    method: 'GET',
    path: '/reminder',
    may: 'membership.view',
    summary:
      'Members to remind: open cases, moved classes, credit that expires or runs out, not told in the last 7 days',
    query: z.object({ ...page(['name', 'wallet', 'creditExpired', 'toldAt']), kind: z.enum(reminderKinds).optional() }),
    result: listOf(reminder),
  }),
}
