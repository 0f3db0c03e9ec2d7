import {
  type ImportPlan,
  type ImportProblem,
  importLimits,
  importMessages,
  memberFiles,
} from '@academy/contract/members/import.ts'
import { firstOf } from '@academy/contract/platform/text.ts'
import type { Tx } from '../../platform/data/index.ts'
import {
  type Call,
  type Caller,
  callerNow,
  HttpError,
  invalid,
  type Transact,
  type Upload,
} from '../../platform/http/index.ts'
import { fairQueue, type Portal, QueueFull } from '../../platform/runtime/index.ts'
import { readTable, UnreadableFile } from '../../platform/sheets/index.ts'
import { type FileRows, readRows } from './cells.ts'
import { planOf } from './plan.ts'
import { unconfirmed } from './plan-updates.ts'
import type { NewMember, Plan } from './types.ts'
import { hashAll, lockPlan, membersChanged, writePlan } from './write.ts'

/** More rows than the limit, for headings and blank rows; more columns than ours, for an academy's own. */
const largest = { rows: importLimits.rows + 100, columns: 52 }

const refused = (why: string) =>
  new HttpError(400, importMessages.failed, { details: [{ path: 'file', message: why }] })

const wrongType = () =>
  new HttpError(415, importMessages.fileTypes, { details: [{ path: 'file', message: importMessages.fileTypes }] })

async function rowsIn(file: Upload | undefined): Promise<FileRows> {
  if (!file) throw invalid([{ path: 'file', message: importMessages.empty }])
  // A name may have a full stop and no ending.
  const [, ending] = /\.([a-z]{3,4})$/.exec(file.name.toLowerCase()) ?? []
  if (ending && !importLimits.types.some((type) => type === ending)) throw wrongType()
  try {
    const rows = readRows(await readTable(file.content, largest))
    if (!rows.hasHeadings) throw refused('The first row must hold the headings of the template')
    return rows
  } catch (error) {
    if (error instanceof UnreadableFile) throw refused(error.message)
    throw error
  }
}

const mostNames = 20
const isAscii = (text: string) => /^[ -~]*$/.test(text)

/** Name and Chinese name of members to be created that have one, those first that a wrong encoding would spoil. */
const namesOf = (members: readonly NewMember[]): string[] =>
  members
    .map(({ values: { name, chName } }) => [name, chName].filter(Boolean).join(' '))
    .filter(Boolean)
    .toSorted((one, other) => Number(isAscii(one)) - Number(isAscii(other)))
    .slice(0, mostNames)

const dryRunResult = ({ rows, create, update, updates, problems, notes }: Plan): ImportPlan => ({
  rows,
  create: create.length,
  update: update.length,
  names: namesOf(create),
  opening: {
    wallets: create.filter(({ credit }) => credit > 0).length,
    credits: create.reduce((sum, { credit }) => sum + credit, 0),
  },
  updates,
  problems,
  notes,
})

/** 400 with every problem, by row and column. */
function checkProblems(problems: readonly ImportProblem[]) {
  if (problems.length === 0) return
  throw new HttpError(400, importMessages.failed, {
    details: problems.map(({ row, column, message }) => ({ path: `${row}.${column}`, message })),
    more: { problems },
  })
}

const tries = 3

/** The plan, with its members locked until the transaction ends. */
async function lockedPlan(tx: Tx, file: FileRows, confirmed: readonly string[]): Promise<Plan> {
  for (let n = 0; n < tries; n++) {
    const plan = await planOf(tx, file)
    checkProblems(plan.problems)
    checkProblems(unconfirmed(plan, confirmed))
    if (await lockPlan(tx, plan)) return plan
  }
  throw membersChanged()
}

/**
 * Imports a file of members: a dry run answers the plan, else all rows are written in one transaction, or none. Passwords
 * are hashed before the transaction, because that is slow.
 */
async function importMembers(transact: Transact, { file, query, body, signal }: Call<typeof memberFiles.importExcel>) {
  const rows = await rowsIn(file)
  if (query.dryRun === 'true') return transact(async (tx) => dryRunResult(await planOf(tx, rows)), { isSnapshot: true })
  const confirmed = body?.confirmed ?? []
  const hasPasswords = rows.rows.some(({ cells }) => cells.has('password'))
  const hashes = hasPasswords
    ? await hashAll(
        await transact(
          async (tx) => {
            const plan = await planOf(tx, rows)
            checkProblems(plan.problems)
            checkProblems(unconfirmed(plan, confirmed))
            return plan.create
          },
          { isSnapshot: true },
        ),
        signal,
      )
    : new Map<number, string>()
  return transact(async (tx) => {
    const plan = await lockedPlan(tx, rows, confirmed)
    if (plan.create.some(({ row, password }) => password !== null && !hashes.has(row))) throw membersChanged()
    const answer = await writePlan(tx, plan, hashes, firstOf(file?.name ?? '', 100))
    // A caller who cancelled gets no answer, so nothing may be stored.
    if (signal.aborted) throw new HttpError(503, 'The import was cancelled')
    return answer
  })
}

/** Planning thousands of rows is much work: two imports at a time, one of each user and one more that waits, so that nobody holds it alone. */
const inTurn = fairQueue({ atOnce: 2, perLane: 1, inAll: 5 })

/**
 * `importMembers` when it is the caller's turn. 429 for a user whose imports wait already, 503 when too many people import, 401
 * for who was signed out while waiting; who loses rights is signed out, too.
 */
export async function importInTurn(
  transact: Transact,
  call: Call<typeof memberFiles.importExcel>,
  portal: Portal,
  by: Caller,
) {
  try {
    return await inTurn(by.userId ?? '', false, async () => {
      await callerNow(portal, memberFiles.importExcel, call.token)
      return importMembers(transact, call)
    })
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    if (error.isLane)
      throw new HttpError(429, 'Your earlier import is still running, please try again', { retryAfter: 10 })
    throw new HttpError(503, 'Too many people are importing, please try again', { retryAfter: 10 })
  }
}
