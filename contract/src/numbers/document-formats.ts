import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { choice, integer, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'
import { messages } from '../platform/messages.ts'
import { lastNumber, numberTypes } from './numbers.ts'

const required = { required: messages.fieldRequired }

export const formatWithoutNumber = 'Document Format must hold the running number, for example {0000}'
export const numberIssued = 'A number of this format with a higher running number was issued already'

/** How documents are numbered: one format a type. Without one, as with a disabled one, nothing of the type is issued. */
export const documentFormats = defineList({
  name: 'doc-num-format',
  path: 'format',
  title: 'Document Numbering Format',
  module: ['docFormat'],
  fields: {
    type: choice('Document Type', numberTypes, required),
    format: text('Document Format', {
      ...required,
      max: 60,
      pattern: [/\{0+\}/, formatWithoutNumber],
      hint: '(ddmmyyy) for date, {0000} for running number',
    }),
    running_no: integer('Running No', { ...required, max: lastNumber }),
  },
  columns: ['type', 'format', 'running_no'],
  search: ['type', 'format'],
  label: 'type',
  unique: ['type'],
  fixed: ['type'],
  sort: '+type',
  deletion: messages.deletionOf('format'),
  effects: {
    enable: 'Numbers of the {name} format are issued again.',
    disable: 'No {name} number is issued while it is disabled: what needs one is refused until it is enabled again.',
    remove:
      'No {name} number is issued until a format for it is created again. Numbers already issued stay, and are not issued twice.',
  },
  deletedBy: 'edit',
})

export const documentFormatExtras = {
  ofType: endpoint({
    method: 'GET',
    path: '/doc-num-format/type/:type',
    may: 'session',
    summary: 'The format of a type, with the number it would issue next',
    params: z.object({ type: z.string().max(60) }),
    result: z.object({
      _id: z.string(),
      type: z.string(),
      format: z.string(),
      running_no: z.number(),
      /** What it would issue today; null after the last number. */
      next: z.string().nullable(),
      isDisable: z.boolean(),
    }),
  }),
}
