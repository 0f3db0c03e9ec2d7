import type { Tx } from '../kit/tx.ts'
import type { NoticeTables } from './tables.ts'

interface Notice {
  member: string
  /** What it is about, for example `payment`. */
  type: string
  title: string
  message: string
}

/** Tells a member, in the transaction of what it tells: a change that is undone leaves no notice. */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  await tx.change(
    {
      section: 'Notification',
      docType: 'notice',
      docId: notice.member,
      action: 'Notified',
      description: `${notice.title}: ${notice.message}`,
    },
    (on) =>
      on<NoticeTables>()
        .insertInto('notice')
        .values({ id: tx.newId(), ...notice, at: tx.now })
        .execute(),
  )
}
