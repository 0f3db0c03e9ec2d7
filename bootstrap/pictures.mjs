// npm run pictures: every screen at a desk and on a phone, light and dark, into the folder pictures/.
import path from 'node:path'
import { endWithChildren, root, runNode } from './children.mjs'

endWithChildren()
process.exit(await runNode([path.join(root, 'bench/support/pictures.ts')]))
