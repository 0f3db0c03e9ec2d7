import { plannedOnce, type Tx } from '../platform/data/index.ts'

interface Content {
  /** What it is about, for example `payment`. */
  type: string
  title: string
  message: string
}

interface Notice extends Content {
  member: string
  /** Id of the details that a client wrote. */
  details?: string
  /** The user who verified or rejected the payment it is about. */
  settledBy?: string | null
}

/** Notifies a member in the caller's transaction, so that a change rolled back leaves no notice. Answers its id. */
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
        .modifyEnd(plannedOnce)
        .execute(),
  )
  return id
}
