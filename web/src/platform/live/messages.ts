/** The messages of a stream of server-sent events. */

export interface LiveEvent {
  /** `changed` with the kinds of documents, `again` when some changes may have been missed, `over` when the session is. */
  name: string
  kinds: string[]
}

/** Takes the text piece by piece, and answers the messages that are whole. Comments are none. */
export function messageReader(): (piece: string) => LiveEvent[] {
  let rest = ''
  return (piece) => {
    const texts = (rest + piece).split('\n\n')
    rest = texts.pop() ?? ''
    return texts.flatMap((text) => {
      const fields = new Map(
        text.split('\n').map((line) => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon), line.slice(colon + 1).trim()]
        }),
      )
      const name = fields.get('event')
      return name ? [{ name, kinds: (fields.get('data') ?? '').split(',').filter((kind) => kind !== '') }] : []
    })
  }
}
