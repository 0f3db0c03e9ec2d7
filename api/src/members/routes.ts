import { contacts } from '@academy/contract/members/contacts.ts'
import { memberFiles } from '@academy/contract/members/import.ts'
import { members } from '@academy/contract/members/members.ts'
import { overviews } from '@academy/contract/members/overview.ts'
import { memberPassword } from '@academy/contract/members/password-code.ts'
import { academyOf } from '../platform/data/index.ts'
import { savePicture } from '../platform/files/index.ts'
import { apiModule, preparing, stepwise } from '../platform/http/index.ts'
import { createMember, memberConflicts, readMember } from './creation.ts'
import { memberDetail } from './documents.ts'
import { removePicture, updateMember } from './edit.ts'
import { createContact, getContact, listContacts, removeContact, updateContact } from './family/contacts.ts'
import { makeIndependent } from './family/independence.ts'
import { importInTurn } from './import/import.ts'
import { lastImports } from './import/record.ts'
import { importTemplate } from './import/template.ts'
import { dryRunUndo, undoImport } from './import/undo.ts'
import { exportMembers } from './listing/export.ts'
import { chooseMembers, findMembers } from './listing/find.ts'
import { countMembers, listMembers } from './listing/listing.ts'
import { overviewOf } from './overview/overview.ts'
import { timelineOf } from './overview/timeline.ts'
import { redeemMemberCode } from './password-codes.ts'
import { deleteMember } from './removal/removal.ts'
import { dryRunRemoval } from './removal/removal-preview.ts'
import { openBody } from './sensitive.ts'
import { contactVersion, memberVersion } from './versions.ts'

export const membersModule = apiModule(
  members,
  {
    list: (tx, { query, isChoosing }) => {
      // A filter would reveal fields that the short answer leaves out.
      if (isChoosing && (query.memberType || query.belt || query.coachIncharge)) tx.need('membership.view')
      return listMembers(tx, query)
    },
    counts: (tx, { query }) => countMembers(tx, query),
    find: async (tx, { query }) => ({ items: await findMembers(tx, query) }),
    choose: async (tx, { query }) => ({ items: await chooseMembers(tx, query) }),
    get: (tx, { params }) => memberDetail(tx, params.id),
    // Passwords are hashed outside of the transaction, because that is slow.
    create: preparing(async (transact, { body, file }, portal) => {
      const draft = await readMember(body, {
        today: portal.clock.today(),
        academy: (await academyOf(portal)).name,
      })
      return transact(async (tx) => {
        const picture = file ? await savePicture(tx, file, null) : null
        return memberDetail(tx, await createMember(tx, draft, picture))
      })
    }),
    update: async (tx, { params, body, file }) => {
      await updateMember(tx, params.id, openBody(tx.by, body), file)
      return memberDetail(tx, params.id)
    },
    remove: async (tx, { params }) => {
      await deleteMember(tx, params.id)
      return { _id: params.id }
    },
    removal: (tx, { params }) => dryRunRemoval(tx, params.id),
    makeIndependent: async (tx, { params }) => {
      await makeIndependent(tx, params.parent, params.child)
      return memberDetail(tx, params.child)
    },
    removePicture: async (tx, { params }) => {
      await removePicture(tx, params.id, params.file)
      return memberDetail(tx, params.id)
    },
  },
  memberConflicts,
  memberVersion,
)

export const overviewsModule = apiModule(overviews, {
  overview: (tx, { params }) => overviewOf(tx, params.id),
  timeline: (tx, { params, query }) => timelineOf(tx, params.id, query),
})

export const contactsModule = apiModule(
  contacts,
  {
    listAll: (tx, { query }) => listContacts(tx, query),
    list: (tx, { params, query }) => listContacts(tx, query, params.id),
    get: (tx, { params }) => getContact(tx, params.id, params.cid),
    create: (tx, { params, body }) => createContact(tx, params.id, body),
    update: (tx, { params, body }) => updateContact(tx, params.id, params.cid, body),
    remove: (tx, { params }) => removeContact(tx, params.id, params.cid),
  },
  {},
  contactVersion,
)

export const memberFilesModule = apiModule(
  memberFiles,
  {
    exportExcel: exportMembers,
    template: importTemplate,
    imports: lastImports,
    dryRunUndo: (tx, { params }) => dryRunUndo(tx, params.id),
    undo: (tx, { params }) => undoImport(tx, params.id),
    importExcel: preparing(importInTurn),
  },
  memberConflicts,
)

export const memberPasswordModule = apiModule(memberPassword, {
  redeem: stepwise(async (transact, { body, address, place }, portal) => {
    await redeemMemberCode(transact, portal, body, { address, place })
    return {}
  }),
})
