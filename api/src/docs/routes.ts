import { type Description, docs } from '@academy/contract/docs/docs.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { type ApiModule, apiModule } from '../platform/http/index.ts'
import { openApi } from './openapi.ts'

/** Describes every module, this one included. */
export function docsModule(modules: () => readonly ApiModule[]): ApiModule {
  // Built on first request: it takes a tenth of a start, and most portals are never asked.
  let made: Description | undefined
  return apiModule(docs, {
    description: async () => {
      made ??= openApi(modules(), manifest.version) as Description
      return made
    },
  })
}
