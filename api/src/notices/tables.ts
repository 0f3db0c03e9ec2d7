/** What somebody may be told. */
interface Told {
  id: string
  /** What it is about, for example `payment`. */
  type: string
  title: string
  message: string
  at: string
}

export interface NoticeTables {
  notice: Told & {
    member: string
    /** The details a client's notice was made of; null for one of the portal's own, which is its own details. */
    details: string | null
    /** Who verified or rejected the payment it tells of; null for any other. */
    settledBy: string | null
    /** What this user posted of it afterwards. */
    posted: string | null
  }
  /** Details that clients wrote. */
  noticeDetails: Told
}

/** What the list shows of other rooms' documents; read only. */
export interface NoticeListTables extends NoticeTables {
  member: { id: string; name: string; isDeleted: boolean }
}
