import { type Permission, permissionWords } from '@academy/contract/platform/permission.ts'
import { isSensitive, maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type FileRows, problemAt } from './cells.ts'

/** What a cell is told whose writing needs a permission that the caller has not. */
export const onlyFor = (permission: Permission): string =>
  `Only for who has the permission ${permissionWords(permission)}; leave it empty`

/**
 * The rows without cells that the caller may not write, each a problem. They find no member either: a preview would tell
 * whose I/C number it is.
 */
export function openRows(tx: Tx, file: FileRows): FileRows {
  if (tx.by.can(maySeeSensitive)) return file
  const problems = file.rows.flatMap(({ row, cells }) =>
    [...cells.keys()].filter(isSensitive).map((key) => problemAt(row, key, onlyFor(maySeeSensitive))),
  )
  const rows = file.rows.map(({ row, cells }) => ({
    row,
    cells: new Map([...cells].filter(([key]) => !isSensitive(key))),
  }))
  return { ...file, rows, problems: [...file.problems, ...problems] }
}
