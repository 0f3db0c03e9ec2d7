/** Views of lists: everybody keeps some, and may share them with the user group. */
import { mostViews, type SavedView, type views } from '@academy/contract/views/views.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { type Call, conflict, found } from '../platform/http/index.ts'

type Body = Call<typeof views.save>['body']

interface Row extends Omit<SavedView, '_id' | 'isShared'> {
  id: string
  sharedWith: string | null
}

const onWire = ({ id, sharedWith, ...view }: Row): SavedView => ({ _id: id, ...view, isShared: sharedWith !== null })

const ownGroup = (tx: Tx) => sql`(select user_group from staff_user where id = ${tx.by.userId})`

const fields = (tx: Tx) => sql`saved_view.id, saved_view.name, saved_view.search, saved_view.hidden,
  saved_view.shared_with, nullif(staff_user.username, ${tx.by.username}) as owner`

/** The caller's own, then those of the group, by name. */
export async function viewsOf(tx: Tx, list: string): Promise<{ items: SavedView[]; total: number }> {
  const rows = await tx.query<Row>(
    sql`select ${fields(tx)} from saved_view join staff_user on staff_user.id = saved_view.owner
      where saved_view.list = ${list} and (saved_view.owner = ${tx.by.userId} or saved_view.shared_with = ${ownGroup(tx)})
      order by saved_view.owner <> ${tx.by.userId}, lower(saved_view.name), saved_view.id`,
  )
  return { items: rows.map(onWire), total: rows.length }
}

const about = (view: { id: string; name: string }, doing: string) => ({
  section: 'Views',
  docType: 'view',
  docId: view.id,
  action: doing,
  description: `${doing} view ${view.name}`,
})

/** 409 for more than a person may keep. */
export async function saveView(tx: Tx, { list, name, search, hidden, isShared }: Body): Promise<SavedView> {
  const owner = found(tx.by.userId, 'User')
  // One at a time, so that the limit holds.
  const [user] = await tx.query<{ userGroup: string }>(
    sql`select user_group from staff_user where id = ${owner} for no key update`,
  )
  const own = await tx.query<{ id: string; isSame: boolean }>(
    sql`select id, list = ${list} and lower(name) = lower(${name}) as is_same from saved_view where owner = ${owner}`,
  )
  const same = own.find(({ isSame }) => isSame)
  if (!same && own.length >= mostViews) throw conflict(`At most ${mostViews} views: delete one first`)
  const id = same?.id ?? tx.newId()
  const values = {
    name,
    search: JSON.stringify(search),
    hidden,
    sharedWith: isShared ? found(user, 'User').userGroup : null,
    updatedAt: tx.now,
  }
  await tx.change(about({ id, name }, same ? 'Updated' : 'Created'), (on) =>
    on()
      .insertInto('savedView')
      .values({ id, owner, list, ...values })
      .onConflict((past) => past.column('id').doUpdateSet(values))
      .execute(),
  )
  return { _id: id, name, search, hidden, isShared, owner: null }
}

/** 404 for one of somebody else's, shared or not. */
export async function removeView(tx: Tx, id: string): Promise<{ _id: string }> {
  const [view] = await tx.query<{ id: string; name: string }>(
    sql`select id, name from saved_view where id = ${id} and owner = ${tx.by.userId} for update`,
  )
  await tx.change(about(found(view, 'View'), 'Deleted'), (on) =>
    on().deleteFrom('savedView').where('id', '=', id).execute(),
  )
  return { _id: id }
}
