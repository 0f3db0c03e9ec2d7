import { type MemberChoice, memberChoices } from '@academy/contract/members/fields.ts'
import { recordOf } from '@academy/contract/platform/records.ts'
import { singleBlanks, tidyName } from '@academy/contract/platform/text.ts'
import { sql } from 'kysely'
import { isId, type Tx } from '../../platform/data/index.ts'
import { formFields, type MemberValues } from '../columns.ts'
import { asSheetRow } from '../listing/export.ts'
import type { SheetRow } from '../listing/sheet.ts'
import type { FileRow } from './cells.ts'

/** A stored member that a row may mean: as the sheet shows it, and its column values. */
export interface ExistingMember extends Omit<SheetRow, 'parents' | 'balance'> {
  stored: MemberValues
  parentIds: string[]
  balance: number
  isProtected: boolean
  createdAt: string
  /** Another one after each change. */
  version: string
}

/** An entry that a member form chooses from. */
export interface Choice {
  id: string
  label: string
  isDisable: boolean
}

export const choiceKeys = memberChoices.map(({ name }) => name)
export type ChoiceKey = MemberChoice
export const isChoice = (key: string): key is ChoiceKey => choiceKeys.some((each) => each === key)

/** I/C numbers are compared without dashes, blanks and case. */
export const normalizedIc = (icNo: string) => icNo.toLowerCase().replace(/[ -]/g, '')
/** The same as earlier versions imported it when a spreadsheet had dropped its zeros. */
export const icWithoutZeros = (icNo: string) => normalizedIc(icNo).replace(/^(?=\d{12}$)0+/, '')

export interface MemberIndex {
  byId: Map<string, ExistingMember>
  byIc: Map<string, ExistingMember>
  /** Adults and parents; children may share a parent's e-mail. */
  byEmail: Map<string, ExistingMember>
  parentsByName: Map<string, ExistingMember[]>
  childrenByName: Map<string, ExistingMember[]>
  choices: Record<ChoiceKey, Map<string, Choice>>
}

export const lower = (text: string) => text.toLowerCase()

/** Names are compared without case, a run of blanks as one. */
export const nameKey = (name: string) => lower(singleBlanks(name))

/** The parents that a cell names, by e-mail, id or name. */
export const parentWordsIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[;\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

/** Names from before runs of blanks were kept as one are stored as they were. */
const ways = (names: readonly string[]) => names.flatMap((name) => [lower(name), nameKey(name)])

/** All stored members that the rows may mean, by id, I/C number, e-mail and name, and the choices of the forms. */
export async function loadMemberIndex(tx: Tx, rows: readonly FileRow[]): Promise<MemberIndex> {
  const texts = (key: 'id' | 'icNo' | 'email' | 'name') => rows.flatMap(({ cells }) => cells.get(key) ?? [])
  const named = rows.flatMap(({ cells }) => parentWordsIn(cells.get('mainIDs') ?? ''))
  const ids = [...texts('id'), ...named].filter(isId).map(lower)
  const emails = [...texts('email'), ...named].map(lower)
  const icNos = texts('icNo').flatMap((icNo) => [normalizedIc(icNo), icWithoutZeros(icNo)])
  const found = await tx.query<ExistingMember>(sql`
    with wanted as (
      select id from member where id = any(${ids}::uuid[])
      union select id from member
        where regexp_replace(lower(ic_no), '[ -]', '', 'g') = any(${icNos}) and not is_deleted
      union select id from member where lower(email) = any(${emails}) and kind <> 'child' and not is_deleted
      union select id from member where kind = 'parent' and lower(name) = any(${ways(named)}) and not is_deleted
      union select id from member
        where kind = 'child' and lower(name) = any(${ways(texts('name'))}) and not is_deleted
    )
    select ${asSheetRow}, member.is_protected, member.created_at, member.row_version as version,
      jsonb_build_object(${sql.join(formFields.map((column) => sql`${sql.lit(column)}, ${sql.ref(`member.${column}`)}`))}) as stored,
      array(select parent::text from member_parent where child = member.id order by parent) as parent_ids
    from wanted
    join member on member.id = wanted.id and not member.is_deleted
    left join wallet on wallet.member = member.id
    left join member_type on member_type.id = member.member_type
    left join belt on belt.id = member.belt
    left join coach on coach.id = member.coach_incharge
    left join relationship on relationship.id = member.relationship`)
  return { ...indexed(found), choices: await choicesOf(tx) }
}

function indexed(found: readonly ExistingMember[]): Omit<MemberIndex, 'choices'> {
  const grown = found.filter(({ kind }) => kind !== 'child')
  const grouped = (kind: ExistingMember['kind']) =>
    Map.groupBy(
      found.filter((each) => each.kind === kind),
      ({ name }) => nameKey(name),
    )
  return {
    byId: new Map(found.map((each) => [each.id, each])),
    byIc: new Map(found.flatMap((each) => (each.icNo ? [[normalizedIc(each.icNo), each] as const] : []))),
    byEmail: new Map(grown.flatMap((each) => (each.email ? [[lower(each.email), each] as const] : []))),
    parentsByName: grouped('parent'),
    childrenByName: grouped('child'),
  }
}

/** All entries of the four lists, by label as it is seen; disabled ones too, for the error message. */
export async function choicesOf(tx: Tx): Promise<MemberIndex['choices']> {
  const rows = await tx.query<Choice & { list: ChoiceKey }>(sql`
    select 'memberType' as list, id, member_type as label, is_disable from member_type
    union all select 'belt', id, belt_color, is_disable from belt
    union all select 'coachIncharge', id, name, is_disable from coach
    union all select 'relationship', id, relationship, is_disable from relationship
    order by label`)
  const of = (key: ChoiceKey) =>
    new Map(rows.filter(({ list }) => list === key).map((choice) => [lower(tidyName(choice.label)), choice]))
  return recordOf(choiceKeys, of)
}
