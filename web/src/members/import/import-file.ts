import {
  type ImportPlan,
  type ImportProblem,
  type ImportUpdate,
  importLimits,
  importMessages,
} from '@academy/contract/members/import.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import type { ApiError } from '../../platform/client/api-error.ts'

/** What is wrong with a chosen file, in the specification's words. */
export function fileProblem(file: { name: string; size: number } | undefined): string | undefined {
  if (!file || file.size === 0) return importMessages.empty
  const ending = file.name.split('.').pop()?.toLowerCase()
  if (!importLimits.types.some((type) => type === ending)) return importMessages.fileTypes
  return file.size > importLimits.kilobytes * 1024 ? messages.fileSize(importLimits.kilobytes) : undefined
}

/** Why the server could not read a file: its message about the file, otherwise its general one. */
export const reasonOf = (error: ApiError): string =>
  error.details.find(({ path }) => path === 'file')?.message ?? error.message

/** The problems of a refused import, which the server reports as `5.Belt Color`. */
export const problemsOf = (error: ApiError): ImportProblem[] =>
  error.details.flatMap(({ path, message }) => {
    const [, row, column = ''] = /^(\d+)\.(.*)$/.exec(path) ?? []
    return row ? [{ row: Number(row), column, message }] : []
  })

/** A day that was written in a way of its own is so in every row, each with another value. */
const kindOf = (message: string) => (message.startsWith(importMessages.badDay) ? importMessages.badDay : message)

/** Cells of one column of which the same is said: the first of them, and the rows of the others. */
export const alike = (cells: readonly ImportProblem[]) =>
  [...Map.groupBy(cells, ({ column, message }) => `${column} ${kindOf(message)}`).values()].flatMap(
    ([first, ...others]) => (first ? [{ ...first, others: others.map(({ row }) => row) }] : []),
  )

/** Rows that match what is stored already. */
export const unchanged = ({ rows, create, update }: ImportPlan): number => Math.max(0, rows - create - update)

/** Rows imported only once confirmed: their name differs from the member's. */
export const toConfirm = (updates: readonly ImportUpdate[]): ImportUpdate[] =>
  updates.filter(({ confirm }) => confirm !== undefined)
