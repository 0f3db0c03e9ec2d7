import { z } from 'zod'
import { email, switchedOff, text } from '../kit/field.ts'
import { messages } from '../kit/messages.ts'
import { ids, listOf, page } from '../kit/query.ts'
import { route } from '../kit/route.ts'
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
  listAll: route({
    method: 'GET',
    path: '/member/emergency-contact',
    may: 'membership.view',
    query,
    result: listOf(contactOfMember),
  }),
  list: route({
    method: 'GET',
    path: '/member/:id/emergency-contact',
    may: 'membership.view',
    query,
    result: listOf(contactOfMember),
  }),
  get: route({
    method: 'GET',
    path: '/member/:id/emergency-contact/:cid',
    may: 'membership.view',
    result: contactOfMember,
  }),
  create: route({
    method: 'POST',
    path: '/member/:id/emergency-contact',
    may: 'membership.edit',
    body,
    result: contactOfMember,
    confirm: messages.submit,
    done: messages.created,
  }),
  update: route({
    method: 'PUT',
    path: '/member/:id/emergency-contact/:cid',
    may: 'membership.edit',
    body: body.partial(),
    result: contactOfMember,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: route({
    method: 'DELETE',
    path: '/member/:id/emergency-contact/:cid',
    may: 'membership.edit',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
}
