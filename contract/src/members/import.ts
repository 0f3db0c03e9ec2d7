import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { memberKinds } from './fields.ts'
import { members } from './members.ts'

/** The specification's words of the import, and its limits. */
export const importMessages = {
  empty: 'File Cannot be Empty',
  failed: 'Error Importing Excel File',
  done: 'Imported',
  fileTypes: 'Only accept file types xlsx, csv, jpeg',
  /** What the cell holds follows it. */
  badDay: 'Not a valid date, expected DD-MM-YYYY',
} as const

export const importLimits = {
  kilobytes: 3000,
  types: ['xlsx', 'csv', 'jpeg', 'jpg'],
  rows: 5000,
  /** Hashing one takes a large part of a second. */
  passwords: 500,
} as const

/** A message about one cell; `row` is the row of the file, the headings being row 1. */
const importProblem = z.object({ row: z.number(), column: z.string(), message: z.string() })
export type ImportProblem = z.output<typeof importProblem>

/** A stored member that a row would change, field by field. */
const importUpdate = z.object({
  row: z.number(),
  /** With what distinguishes members of the same name. */
  member: z.object({
    _id: z.string(),
    name: z.string(),
    chName: z.string().nullable(),
    kind: z.enum(memberKinds),
    dob: z.string().nullable(),
    phoneNo: z.string().nullable(),
    /** The last four characters of the I/C number. */
    icEnd: z.string().nullable(),
    parents: z.array(z.string()),
  }),
  changes: z.array(
    z.object({ field: z.string(), label: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  /** Set when the row would rename the member: it is only imported when this is sent back in `confirmed`. */
  confirm: z.string().optional(),
})
export type ImportUpdate = z.output<typeof importUpdate>

/** What an import would do. */
const plan = z.object({
  rows: z.number(),
  create: z.number(),
  update: z.number(),
  /** Of those that it would create, up to 20; first those that a wrong encoding of the file would spoil. */
  names: z.array(z.string()),
  /** Opening balances it would book: to how many wallets, and credits in all. */
  opening: z.object({ wallets: z.number(), credits: z.number() }),
  /** The members it would change, by row. */
  updates: z.array(importUpdate),
  /** With any of these nothing is imported. */
  problems: z.array(importProblem),
  /** Cells that are ignored, for example the wallet of a stored member. */
  notes: z.array(importProblem),
})
export type ImportPlan = z.output<typeof plan>

const imported = z.object({ created: z.number(), updated: z.number() })

/** One of the last imports. */
const importDone = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  file: z.string(),
  created: z.number(),
  updated: z.number(),
  /** Until when it can be undone; null when it was, or the time is over. */
  undoUntil: z.string().nullable(),
  undone: z
    .object({ at: z.string(), by: z.string(), removed: z.number(), restored: z.number(), remaining: z.number() })
    .nullable(),
})
export type ImportDone = z.output<typeof importDone>

/** What undoing an import does, or would do. */
const importUndo = z.object({
  /** New members that are removed. */
  removed: z.number(),
  /** Members whose old values are restored. */
  restored: z.number(),
  /** Members that stay as they are, at least in part, and why; one entry per reason. */
  remaining: z.array(z.object({ row: z.number(), member: z.string(), name: z.string(), reason: z.string() })),
  /** Members of the import that were deleted since. */
  gone: z.number(),
})
export type ImportUndo = z.output<typeof importUndo>

export const memberFileName = 'Membership_Profile.xlsx'
export const memberTemplateName = 'Membership_Import_Template.xlsx'

/** The `confirm` values of the dry run, for the rows that may rename a member. */
const confirmed = z.array(z.string().max(40)).max(importLimits.rows).nullish()

/** Members as files: export with the list's filters, import of all rows or none. */
export const memberFiles = {
  exportExcel: endpoint({
    method: 'GET',
    path: '/member/generate/excel',
    confirmed: true,
    may: 'membership.create',
    summary: 'The members that the filters of the list leave, as a workbook',
    query: members.list.query,
    result: { file: 'xlsx' },
  }),
  template: endpoint({
    method: 'GET',
    path: '/member/import/template',
    may: 'membership.create',
    summary: 'A workbook to fill in for an import, with notes and the choices there are',
    result: { file: 'xlsx' },
  }),
  imports: endpoint({
    method: 'GET',
    path: '/member/import',
    may: 'membership.create',
    summary: 'The last imports, newest first',
    result: z.object({ items: z.array(importDone) }),
  }),
  dryRunUndo: endpoint({
    method: 'GET',
    path: '/member/import/:id/undo',
    may: 'membership.create',
    summary: 'What undoing an import would do; nothing is changed',
    slow: true,
    result: importUndo,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/member/import/:id/undo',
    confirmed: true,
    may: 'membership.create',
    summary: 'Undoes an import of the last 24 hours as far as nothing happened since, and says what it left',
    slow: true,
    status: 200,
    result: importUndo,
    confirm: 'Are you sure to undo this import?',
    done: 'Undone',
  }),
  importExcel: endpoint({
    method: 'POST',
    path: '/member/import/excel',
    confirmed: true,
    may: 'membership.create',
    summary: 'Creates and updates members from an xlsx or csv file; with dryRun only tells what it would do',
    // An unknown value is refused, so that a typo never runs the import.
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    body: z
      .looseObject({ confirmed, dryRun: z.undefined('dryRun belongs in the address: ?dryRun=true').optional() })
      .nullish(),
    sends: z.object({ confirmed }),
    upload: 'file',
    status: 200,
    result: z.union([plan, imported]),
    confirm: 'Are you sure to submit?',
    done: importMessages.done,
  }),
}
