import type { Tx } from '../platform/data/index.ts'

interface Words {
  /** What it is about, for example `payment`. */
  type: string
  title: string
  message: string
}

interface Notice extends Words {
  member: string
  /** Details that a client wrote before. */
  details?: string
  /** Who verified or rejected the payment it tells of. */
  settledBy?: string | null
}

/** Tells a member, in the transaction of what it tells: a change that is undone leaves no notice. Answers its id. */
export async function notify(tx: Tx, notice: Notice): Promise<string> {
  const id = tx.newId()
  await tx.change(
    {
      section: 'Notification',
      docType: 'notice',
      docId: notice.member,
      action: 'Notified',
      description: `${notice.title}: ${notice.message}`,
    },
    (on) =>
      on()
        .insertInto('notice')
        .values({ details: null, settledBy: null, posted: null, ...notice, id, at: tx.now })
        .execute(),
  )
  return id
}
