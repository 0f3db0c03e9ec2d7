import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { moduleWords } from '@academy/contract/platform/permission.ts'
import { firstOf } from '@academy/contract/platform/text.ts'
import type { AuditEntry } from '../../data/audit/audit.ts'
import { isId } from '../../data/ids.ts'
import type { FileAnswer } from '../answer.ts'

/** I/C and phone numbers and e-mail addresses in a search: no deletion would find them here. */
const personal = /\d(?:[ -]?\d){6,}|\S+@\S+/g
const longestFilter = 200

/** The screen's name, by the permission that opens it. */
function screenOf(may: Endpoint['may']): string {
  const [permission = ''] = typeof may === 'string' ? [may] : may
  return moduleWords(permission.replace(/\.[^.]*$/, ''))
}

/** The audit record of an exported file: the document or report it is about, and the filters. */
export function exportRecord(
  route: Endpoint,
  file: Pick<FileAnswer, 'name' | 'section' | 'holds' | 'rows' | 'isExport'>,
  params: Readonly<Record<string, string>>,
  filters: Readonly<Record<string, unknown>>,
): AuditEntry {
  const [first = '', second = ''] = route.path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  const docId = Object.values(params).find(isId)
  const action = docId && !file.isExport ? 'Downloaded' : 'Exported'
  const given = Object.entries(filters).map(([name, value]) =>
    // The audit trail skips fields called searchText.
    name === 'searchText'
      ? ['search', firstOf(String(value).replace(personal, '********'), longestFilter)]
      : [name, firstOf(String(value), longestFilter)],
  )
  return {
    section: file.section ?? screenOf(route.may),
    docType: first === 'report' ? second : first,
    ...(docId ? { docId } : {}),
    action,
    description: `${action} ${file.name}`,
    to: {
      ...(file.holds ? { holds: file.holds.join(', ') } : Object.fromEntries(given)),
      ...(file.rows === undefined ? {} : { rows: file.rows }),
    },
  }
}
