/** The first and the last of the migrations that were squashed before the first release. */
const [first, last] = ['0001-ground', '0049-walk-ins']

/** The migration that has the schema that the last of them left. */
export const squashed = '0006-cash-desk-and-papers'

/** Whether a database was made by the migrations before the first release. */
export const isBeforeFirstRelease = (migrations: readonly string[]) => migrations.includes(first)

export const howToMove =
  'This database was made before the first release and is not brought up to date where it is; nothing in it was changed. ' +
  'Back it up and restore it into a new one: npm run portal -- backup FOLDER, then ' +
  'DATA_DIR=NEW npm run portal -- restore FOLDER (with DATABASE_URL: of an empty database).'

/** Throws for a back-up whose schema is older than the last one before the first release. */
export function checkLastBeforeRelease(migrations: readonly string[]): void {
  const newest = migrations.at(-1)
  if (newest === last) return
  throw new Error(
    `The back-up is of an earlier state (${newest}) than the last before the first release (${last}). Start that version ` +
      'on its data once, which brings them up to date, then back up again.',
  )
}
