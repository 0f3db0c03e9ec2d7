// npm run schema: generates the API's row types from the migrated database.
import { endWithChildren, runNode, tool } from './children.mjs'

endWithChildren()
process.exitCode = await runNode(
  [tool.vitest, 'run', '--project', 'http', 'api/test/system/schema.test.ts', '--update'],
  { ownGroup: true },
)
