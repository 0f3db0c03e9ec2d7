// npm run faults [-- --long] [--faults N] [--writes N] [--only WORDS]: makes faults of all kinds amid writes, and counts what
// was acknowledged, lost and doubled; 28 faults amid 2,000 writes, --long 200 amid 50,000. --only makes those whose name has the words.
import { endWithChildren, runNode } from './children.mjs'

endWithChildren()
process.exitCode = await runNode(['api/test/faults/main.ts', ...process.argv.slice(2)], { ownGroup: true })
