import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { email, switchedOff, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { ids, listOf, page } from '../platform/query.ts'
import { contact } from './members.ts'

export const contactFields = {
  name: text('Name', { required: messages.required, max: 60 }),
  relationship: text('Relationship', { max: 100 }),
  phoneNo: text('Phone No.', { required: messages.required, max: 30 }),
  email: email('Email'),
}

const contactOfMember = contact.extend({ member: z.object({ _id: z.string(), name: z.string() }) })
export type Contact = z.output<typeof contactOfMember>

const body = z.object({
  name: contactFields.name.schema,
  relationship: contactFields.relationship.schema,
  phoneNo: contactFields.phoneNo.schema,
  email: contactFields.email.schema,
  isDisable: switchedOff(),
})

const query = z.object({
  ...page(['name', 'relationship', 'phoneNo', 'email', 'member', 'isDisable', 'createdAt']),
  member: ids().optional(),
})

/** A member's emergency contacts, and those of all members. */
export const contacts = {
  listAll: endpoint({
    method: 'GET',
    path: '/member/emergency-contact',
    may: 'membership.view',
    query,
    result: listOf(contactOfMember),
  }),
  list: endpoint({
    method: 'GET',
    path: '/member/:id/emergency-contact',
    may: 'membership.view',
    query,
    result: listOf(contactOfMember),
  }),
  get: endpoint({
    method: 'GET',
    path: '/member/:id/emergency-contact/:cid',
    may: 'membership.view',
    result: contactOfMember,
  }),
  create: endpoint({
    method: 'POST',
    path: '/member/:id/emergency-contact',
    may: 'membership.edit',
    body,
    result: contactOfMember,
    confirm: messages.submit,
    done: messages.created,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/member/:id/emergency-contact/:cid',
    may: 'membership.edit',
    body: body.partial(),
    result: contactOfMember,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/member/:id/emergency-contact/:cid',
    may: 'membership.edit',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
}
