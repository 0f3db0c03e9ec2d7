import type { Contact, contacts } from '@academy/contract/members/contacts.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  anyCase,
  inOrderOf,
  isUnchanged,
  likePattern,
  maybeEmpty,
  orderBy,
  paged,
  plannedOnce,
  type Sortable,
  type Tx,
} from '../../platform/data/index.ts'
import { found } from '../../platform/http/index.ts'
import { maskedColumns } from '../columns.ts'
import { section } from '../creation.ts'
import { lockMember } from '../edit.ts'
import type { ContactRecord } from '../tables.ts'

type Filters = z.output<NonNullable<typeof contacts.list.query>>

const sortable: Sortable = {
  name: anyCase('emergencyContact.name'),
  relationship: maybeEmpty(anyCase('emergencyContact.relationship')),
  phoneNo: 'emergencyContact.phoneNo',
  email: maybeEmpty(anyCase('emergencyContact.email')),
  member: anyCase('member.name'),
  isDisable: 'emergencyContact.isDisable',
  createdAt: 'emergencyContact.createdAt',
}

const whole = (tx: Tx) =>
  tx
    .read()
    .selectFrom('emergencyContact')
    .innerJoin('member', 'member.id', 'emergencyContact.member')
    .where('member.isDeleted', '=', false)
    .selectAll('emergencyContact')
    .select('member.name as memberName')

/** Ids only, to be filtered, counted and put in order: the page is read in full afterwards. */
const contactIds = (tx: Tx) =>
  tx
    .read()
    .selectFrom('emergencyContact')
    .leftJoin('member', 'member.id', 'emergencyContact.member')
    // Few members are deleted: an index has them.
    .where(
      sql<boolean>`not exists (select from member gone where gone.id = emergency_contact.member and gone.is_deleted)`,
    )
    .select('emergencyContact.id')

const documentOf = (row: ContactRecord & { memberName: string }): Contact => ({
  _id: row.id,
  member: { _id: row.member, name: row.memberName },
  name: row.name,
  relationship: row.relationship,
  phoneNo: row.phoneNo,
  email: row.email,
  isDisable: row.isDisable,
})

export async function listContacts(tx: Tx, filters: Filters, member?: string) {
  let query = contactIds(tx)
  if (member) {
    const { id } = found(await livingMember(tx, member), 'Member')
    query = query.where('emergencyContact.member', '=', id)
  }
  if (filters.member?.length) query = query.where('emergencyContact.member', 'in', filters.member)
  if (filters.isDisable !== undefined) query = query.where('emergencyContact.isDisable', '=', filters.isDisable)
  if (filters.searchText)
    query = query.where(
      sql<string>`concat_ws(E'\n', emergency_contact.name, emergency_contact.phone_no, emergency_contact.email)`,
      'ilike',
      likePattern(filters.searchText),
    )
  const fallback = [{ field: 'createdAt', descending: false }]
  const ordered = orderBy(query, filters.sort, sortable, fallback, 'emergencyContact.id')
  const { items: page, total } = await paged(ordered, filters)
  if (page.length === 0) return { items: [], total }
  const ids = page.map(({ id }) => id)
  const rows = await whole(tx)
    .where('emergencyContact.id', '=', sql<string>`any(${ids})`)
    .modifyEnd(plannedOnce)
    .execute()
  return { items: inOrderOf(page, rows.map(documentOf)), total }
}

const livingMember = (tx: Tx, id: string) =>
  tx.read().selectFrom('member').select('id').where('id', '=', id).where('isDeleted', '=', false).executeTakeFirst()

export async function getContact(tx: Tx, member: string, id: string): Promise<Contact> {
  const row = await whole(tx)
    .where('emergencyContact.member', '=', member)
    .where('emergencyContact.id', '=', id)
    .executeTakeFirst()
  return documentOf(found(row, 'Emergency contact'))
}

type Values = Partial<Pick<ContactRecord, 'name' | 'relationship' | 'phoneNo' | 'email' | 'isDisable'>>
type Body = { [K in keyof Values]: Values[K] | null | undefined }

export async function createContact(tx: Tx, member: string, body: Body & { name: string; phoneNo: string }) {
  const { name: owner } = await lockMember(tx, member)
  const row = {
    id: tx.newId(),
    member,
    name: body.name,
    relationship: body.relationship ?? null,
    phoneNo: body.phoneNo,
    email: body.email ?? null,
    isDisable: body.isDisable ?? false,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  await tx.change(entry('Created', row.id, `Added emergency contact ${row.name} of ${owner}`, undefined, row), (on) =>
    on().insertInto('emergencyContact').values(row).execute(),
  )
  return getContact(tx, member, row.id)
}

export async function updateContact(tx: Tx, member: string, id: string, body: Values) {
  const { name: owner } = await lockMember(tx, member)
  const before = await getContact(tx, member, id)
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const after = { ...before, ...sent }
  if (isUnchanged(before, after)) return before
  const { name, relationship, phoneNo, email, isDisable } = after
  await tx.change(entry('Updated', id, `Updated emergency contact ${name} of ${owner}`, before, after), (on) =>
    on()
      .updateTable('emergencyContact')
      .set({ name, relationship, phoneNo, email, isDisable, updatedAt: tx.now })
      .where('id', '=', id)
      .execute(),
  )
  return getContact(tx, member, id)
}

export async function removeContact(tx: Tx, member: string, id: string) {
  const { name: owner } = await lockMember(tx, member)
  const before = await getContact(tx, member, id)
  await tx.change(entry('Deleted', id, `Removed emergency contact ${before.name} of ${owner}`, before), (on) =>
    on().deleteFrom('emergencyContact').where('id', '=', id).execute(),
  )
  return { _id: id }
}

const entry = (action: string, docId: string, description: string, from?: object, to?: object) => ({
  section,
  docType: 'emergency-contact',
  docId,
  action,
  description,
  from,
  to,
  masked: maskedColumns,
})
