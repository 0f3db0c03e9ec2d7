/** Fields of the academy, its mail server and what a client needs to know of them. */
import type { FieldWords } from './field-words.ts'

export const settingsFields: Readonly<Record<string, FieldWords>> = {
  companyName: ['Name of the academy', 'Harimau Academy Sdn Bhd'],
  appName: ['Name of the product', 'Academy'],
  host: ['Name or address of the mail server', 'smtp.example.com'],
  security: ['tls from the start, starttls, or none on this machine alone', 'starttls'],
  port: ['Port of the mail server; without one the usual of its encryption', 587],
  sender: ['Address that mails come from', 'portal@example.com'],
  'MailServer.username': ['Who signs in to the mail server', 'portal@example.com'],
  'MailServerUpdate.username': ['Who signs in to the mail server', 'portal@example.com'],
  'MailServerUpdate.password': ['Only taken: it is told nowhere', 'a secret of the provider'],
  passwordState: ['Whether a password is kept; lost where it has to be entered again', 'kept'],
  server: ['The mail server, or the variable that says it', 'smtp://smtp.example.com:587'],
  refused: ['Why the caller may not change it', null],
  isTaken: ['Whether the mail server took the mail', true],
  language: ['Language of messages: en, ms or zh', 'en'],
  currency: ['Currency', 'MYR'],
  timezone: ['Time zone of all days', 'Asia/Kuala_Lumpur'],
  contactPhone: ['Phone number for members', '0312345678'],
  creditPrice: ['RM of one credit, two decimals', '4.50'],
  today: ['The business day', '2026-11-22'],
  appScheme: ['Scheme of the links into the members’ app', 'academy'],
  cardPayments: ['What takes card payments', 'provider'],
}
