import { type Description, docs } from '@academy/contract/docs/docs.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { type Room, room } from '../kit/serve.ts'
import { openApi } from './openapi.ts'

/** Describes the rooms of the house, itself among them. */
export function docsRoom(rooms: () => readonly Room[]): Room {
  // Made when it is first asked for: it takes a tenth of a start, and most portals are never asked.
  let made: Description | undefined
  return room(docs, {
    description: async () => {
      made ??= openApi(rooms(), manifest.version) as Description
      return made
    },
  })
}
