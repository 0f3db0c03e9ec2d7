import { families } from '@academy/contract/families/families.ts'
import { apiModule } from '../platform/http/index.ts'
import { familyArchive } from './archive.ts'

export const familiesModule = apiModule(families, { archive: familyArchive })
