import { permissionWords } from '@academy/contract/platform/permission.ts'
import { isSensitive, maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type FileRows, problemAt } from './cells.ts'

/**
 * The rows without cells that the caller may not write, each a problem. They find no member either: a preview would tell
 * whose I/C number it is.
 */
export function openRows(tx: Tx, file: FileRows): FileRows {
  if (tx.by.can(maySeeSensitive)) return file
  const message = `Only for who has the permission ${permissionWords(maySeeSensitive)}; leave it empty`
  const problems = file.rows.flatMap(({ row, cells }) =>
    [...cells.keys()].filter(isSensitive).map((key) => problemAt(row, key, message)),
  )
  const rows = file.rows.map(({ row, cells }) => ({
    row,
    cells: new Map([...cells].filter(([key]) => !isSensitive(key))),
  }))
  return { ...file, rows, problems: [...file.problems, ...problems] }
}
