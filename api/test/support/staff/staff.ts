import { allPermissions, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import type { TestPortal } from '../portal.ts'
import { password } from './sign-in.ts'

/** All permissions but these. */
export const allBut = (...missing: string[]): PermissionMap =>
  Object.fromEntries(
    Object.entries(allPermissions()).map(([module, actions]) => [
      module,
      actions.filter((action) => !missing.includes(`${module}.${action}`)),
    ]),
  )

let count = 0
/** A unique username. */
export const fresh = (word: string) => `${word} ${++count}`

/** Data of the tests of users and groups. */
export const officeOf = (portal: TestPortal) => ({
  /** A group and a user in it, created by whoever `portal.as` signs in. */
  async group(permissions: PermissionMap = {}, more: object = {}) {
    const admin = await portal.as()
    const answer = await admin.post('/user-group', { role: fresh('Role'), permissions, ...more })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ _id: string; role: string }>()
  },
  async user(userGroup: string, more: object = {}) {
    const admin = await portal.as()
    const answer = await admin.post('/user', { username: fresh('user.x'), password, userGroup, ...more })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ _id: string; username: string; userGroup: { _id: string } }>()
  },
  /** The group of a signed-in user. */
  groupOf: async (userId: string) =>
    (
      await portal.run((tx) =>
        tx.query<{ group: string }>(sql`select user_group as "group" from staff_user where id = ${userId}`),
      )
    )[0]?.group ?? '',
  async centre(description = fresh('Centre')) {
    const admin = await portal.as()
    return (await admin.post('/centre', { description })).json<{ _id: string; description: string }>()
  },
  audits: (docId: string) =>
    portal.run((tx) =>
      tx.query<{ action: string; description: string; username: string; everything: string }>(
        sql`select action, description, username, audit_record::text as everything from audit_record
          where doc_id = ${docId} order by position`,
      ),
    ),
})
