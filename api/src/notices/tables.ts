export interface NoticeTables {
  notice: {
    id: string
    member: string
    type: string
    title: string
    message: string
    at: string
  }
}
