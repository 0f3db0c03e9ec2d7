import { sql } from 'kysely'
import type { Database } from '../platform/data/index.ts'
import { type FileStore, pictureProblem } from '../platform/files/index.ts'
import type { Finding } from './verify.ts'

interface Named {
  row: string
  key: string
}

/** Every column that names a picture in the file store: its table, the column, and what tells its rows apart. */
export const pictureColumns = [
  ['announcement', 'picture', 'id'],
  ['brand', 'picture', "'of the academy'"],
  ['brand', 'background', "'of the academy'"],
  ['centre', 'picture', 'id'],
  ['coach', 'picture', 'id'],
  ['course', 'picture', 'id'],
  ['course_type', 'picture', 'id'],
  ['member', 'picture', 'id'],
  ['sport', 'picture', 'id'],
] as const

const named = sql.raw<Named>(
  pictureColumns
    .map(
      ([table, column, id]) =>
        `select '${table} ' || ${id} as row, ${column} as key from ${table} where ${column} is not null`,
    )
    .join(' union all '),
)

/**
 * Whether the files are there that documents name, and end as pictures do. They are outside the database and its
 * snapshots: one that was exchanged meanwhile is no fault, so what is wrong is asked for once more.
 */
export async function verifyPictures(database: Database, files: FileStore): Promise<Finding> {
  const all = await database.query(named)
  const finding = { name: 'pictures that documents name are there, and whole', count: all.length }
  for (const { row, key } of all) {
    const problem = await pictureProblem(files, key)
    if (!problem) continue
    const isStillNamed = (await database.query(named)).some((each) => each.row === row && each.key === key)
    if (isStillNamed) return { ...finding, fault: { row, problem } }
  }
  return finding
}
