/** What members were told by WhatsApp or mail: the staff sends it, and notes it here. */
import { type memberMessages, messageKindWords, type ToldMessage } from '@academy/contract/messages/messages.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { lockMember } from '../members/members.ts'
import { academyNow, type Tx } from '../platform/data/index.ts'
import { type Call, conflict, found } from '../platform/http/index.ts'
import { factsFor } from './facts.ts'

const mostTold = 20

type Row = Omit<ToldMessage, '_id'> & { id: string }

interface Person {
  id: string
  name: string
  phoneNo: string | null
  email: string | null
  isIndependent: boolean
}

/** `origin` is the portal's address as the caller has it. 404 when the member is unknown or was erased. */
export async function messagesOf(
  tx: Tx,
  id: string,
  origin: string,
): Promise<ResultOf<typeof memberMessages.messages>> {
  const [person] = await tx.query<Person>(
    sql`select id, name, phone_no, email, is_independent from member where id = ${id} and not is_deleted`,
  )
  const { name, phoneNo, email, ...member } = found(person, 'Member')
  const rows = await tx.query<Row>(
    sql`select id, kind, channel, language, text, at, by_name as by from member_message
      where member = ${id} order by at desc, id limit ${mostTold}`,
  )
  return {
    ...{ _id: id, name, phoneNo, email },
    language: rows[0]?.language ?? (await academyNow(tx)).language,
    items: await factsFor(tx, member, origin),
    told: rows.map(({ id: _id, ...message }) => ({ _id, ...message })),
  }
}

const ways = { whatsapp: 'WhatsApp', mail: 'mail' } as const

const record = (id: string, action: string, description: string) => ({
  ...{ section: 'Membership Profile', docType: 'message', docId: id, action, description },
})

/** 404 when the member is unknown or was erased, 409 for a child whose parents are told. */
export async function noteMessage(
  tx: Tx,
  member: string,
  { about = null, ...body }: Call<typeof memberMessages.noteMessage>['body'],
): Promise<ToldMessage> {
  const { name, isIndependent } = await lockMember(tx, member)
  if (!isIndependent) throw conflict('Messages go to the parents, who hold the wallet')
  const id = tx.newId()
  const { userId: byUser, username: byName } = tx.by
  await tx.change(
    record(id, 'Created', `Told ${name} by ${ways[body.channel]}: ${messageKindWords[body.kind]}`),
    (on) =>
      on()
        .insertInto('memberMessage')
        .values({ id, member, ...body, about, at: tx.now, byUser, byName })
        .execute(),
  )
  return { _id: id, ...body, at: tx.now, by: byName }
}

/** 404 for a message that the member was not told. */
export async function removeMessage(tx: Tx, member: string, id: string): Promise<{ _id: string }> {
  const { name } = await lockMember(tx, member)
  const [row] = await tx.query<{ id: string }>(
    sql`select id from member_message where id = ${id} and member = ${member}`,
  )
  await tx.change(record(found(row, 'Message').id, 'Deleted', `Took back a message to ${name}`), (on) =>
    on().deleteFrom('memberMessage').where('id', '=', id).execute(),
  )
  return { _id: id }
}
