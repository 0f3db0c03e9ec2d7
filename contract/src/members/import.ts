import { z } from 'zod'
import { route } from '../kit/route.ts'
import { members } from './members.ts'

/** The specification's words of the import, and its limits. */
export const importMessages = {
  empty: 'File Cannot be Empty',
  failed: 'Error Importing Excel File',
  done: 'Imported',
  fileTypes: 'Only accept file types xlsx, csv, jpeg',
} as const

export const importLimits = {
  kilobytes: 3000,
  types: ['xlsx', 'csv', 'jpeg', 'jpg'],
  rows: 5000,
  /** Each password takes a good part of a second of a processor. */
  passwords: 500,
} as const

/** Something about one cell of the file; the row is the file's, the heading's being the first. */
export const importProblem = z.object({ row: z.number(), column: z.string(), message: z.string() })
export type ImportProblem = z.output<typeof importProblem>

/** What an import would do. */
const plan = z.object({
  rows: z.number(),
  create: z.number(),
  update: z.number(),
  /** With any of these nothing is imported. */
  problems: z.array(importProblem),
  /** What is left out although it is in the file: an import changes no wallet that exists already. */
  notes: z.array(importProblem),
})
export type ImportPlan = z.output<typeof plan>

const imported = z.object({ created: z.number(), updated: z.number() })

export const memberFileName = 'Membership_Profile.xlsx'
export const memberTemplateName = 'Membership_Import_Template.xlsx'

/** Members as files: out with the list's filters, in with all rows or none. */
export const memberFiles = {
  exportExcel: route({
    method: 'GET',
    path: '/member/generate/excel',
    may: 'membership.create',
    summary: 'The members that the filters of the list leave, as a workbook',
    query: members.list.query,
    result: { file: 'xlsx' },
  }),
  template: route({
    method: 'GET',
    path: '/member/import/template',
    may: 'membership.create',
    summary: 'A workbook to fill in for an import, with notes and the choices there are',
    result: { file: 'xlsx' },
  }),
  importExcel: route({
    method: 'POST',
    path: '/member/import/excel',
    may: 'membership.create',
    summary: 'Creates and updates members from an xlsx or csv file; with dryRun only tells what it would do',
    // Anything but `true` is no dry run, as everywhere; an unknown word is refused rather than taken for no.
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    body: z.looseObject({}).nullish(),
    upload: 'file',
    status: 200,
    result: z.union([plan, imported]),
    confirm: 'Are you sure to submit?',
    done: importMessages.done,
  }),
}
