import { displayDate } from '@academy/contract/courses/calendar.ts'
import { monthOf, monthWords } from '@academy/contract/reports/month.ts'
import type { DateRange, Report, ReportInput } from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/data/index.ts'
import { shownInstant } from '../../platform/runtime/index.ts'

/** Where the labels of looked-up filters come from. */
const labels: Record<string, RawBuilder<{ label: string }>> = {
  centre: sql`select description as label from centre`,
  course: sql`select name as label from course`,
  coach: sql`select name as label from coach`,
  belt: sql`select belt_color as label from belt`,
  'member-type': sql`select member_type as label from member_type`,
  member: sql`select concat_ws(' ', name, ch_name) as label from member`,
  parent: sql`select concat_ws(' ', name, ch_name) as label from member`,
  sport: sql`select description as label from sport`,
}

const idsIn = (value: unknown): string[] =>
  z
    .union([z.array(z.guid()), z.guid().transform((id) => [id])])
    .catch([])
    .parse(value)

async function labelOf(tx: Tx, input: ReportInput, value: unknown): Promise<string> {
  const text = Array.isArray(value) ? value.join() : String(value)
  if (input.kind === 'choice' || input.kind === 'tabs')
    return input.options.find((option) => option.value === text)?.label ?? text
  if (input.kind === 'day') return displayDate(text)
  const source = input.kind === 'lookup' ? labels[input.resource] : undefined
  if (!source) return text
  const rows = await tx.query(sql<{ label: string }>`${source} where id = any(${idsIn(value)}::uuid[]) order by label`)
  return rows.map(({ label }) => label).join(', ')
}

/** The names of the centres the caller is restricted to; empty for a caller of all centres. */
export async function centresOf(tx: Tx): Promise<string[]> {
  if (tx.by.centres === null) return []
  const rows = await tx.query<{ label: string }>(
    sql`select description as label from centre where id = any(${[...tx.by.centres]}::uuid[]) order by label`,
  )
  return rows.map(({ label }) => label)
}

/** What a report is of where nothing was asked for: its day, and the form's choice. Of tabs without one it is both. */
function defaultOf(input: ReportInput, today: string): string | undefined {
  if (input.kind === 'choice') return input.options[0]?.value
  return input.kind === 'day' && input.latest ? today : undefined
}

/** The report's date range and its filters, those that are set without being asked for too, each in words. */
export async function aboutOf(tx: Tx, report: Report, filters: DateRange & Record<string, unknown>): Promise<string[]> {
  const parts: string[] = []
  if (tx.asOf) parts.push(`Read from the standby as of ${shownInstant(tx.asOf)}`)
  if (report.range)
    parts.push(`${report.range.label} ${displayDate(filters.startDate)} to ${displayDate(filters.endDate)}`)
  for (const input of report.inputs) {
    const value = filters[input.key] ?? defaultOf(input, tx.today)
    if (input.kind === 'month') {
      const month = typeof value === 'string' ? value : monthOf(filters.startDate)
      const isOver = month < monthOf(tx.today)
      parts.push(`${input.label}: ${monthWords(month)}${isOver ? '' : ', not over yet'}`)
    } else if (value !== undefined && value !== '') parts.push(`${input.label}: ${await labelOf(tx, input, value)}`)
  }
  return parts
}

/** The same in one line, or none. */
export async function aboutLine(...of: Parameters<typeof aboutOf>): Promise<string[]> {
  return [(await aboutOf(...of)).join('   ')].filter(Boolean)
}
