import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import type { AuditEntry } from '../data/audit.ts'
import { isId } from '../data/ids.ts'
import type { FileAnswer } from './answer.ts'

/** I/C and phone numbers and e-mail addresses in a search: no deletion would find them here. */
const personal = /\d(?:[ -]?\d){6,}|\S+@\S+/g
const longestFilter = 200

/** `report.CreditStatement.export` is about the Credit Statement Report, `verifyPayment.view` about Verify Payment. */
function screenOf(may: Endpoint['may']): string {
  const [permission = ''] = typeof may === 'string' ? [may] : may
  const module = permission.replace(/\.[^.]*$/, '')
  const words = module
    .replace(/^report\./, '')
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return module.startsWith('report.') ? `${words} Report` : words
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
      ? ['search', String(value).replace(personal, '********').slice(0, longestFilter)]
      : [name, String(value).slice(0, longestFilter)],
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
