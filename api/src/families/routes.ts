import { familyCards } from '@academy/contract/families/card.ts'
import { families } from '@academy/contract/families/families.ts'
import { apiModule } from '../platform/http/index.ts'
import { familyArchive } from './archive.ts'
import { familyCardOf } from './card.ts'
import { deleteFamily, dryRunFamilyRemoval } from './removal.ts'

export const familiesModule = apiModule(families, {
  archive: familyArchive,
  removal: (tx, { params }) => dryRunFamilyRemoval(tx, params.id),
  remove: async (tx, { params }) => ({ ids: await deleteFamily(tx, params.id) }),
})

export const familyCardsModule = apiModule(familyCards, {
  card: (tx, { params }) => familyCardOf(tx, params.id),
})
