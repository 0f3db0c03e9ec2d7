/** Names, ids and summaries of calls. */
import { aliases, callWords, furtherWords } from '@academy/contract/docs/calls.ts'
import { type Resource, resourceOf, resources } from '@academy/contract/docs/resources.ts'
import type { Endpoint, Endpoints } from '@academy/contract/platform/endpoint.ts'
import type { Json } from './schemas.ts'

/** A call's name for its callers. */
export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`
export const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const camel = (text: string) => text.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
export const pascal = (text: string) => camel(`-${text}`)
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const commonWords: Record<string, (resource: Resource) => string> = {
  list: ({ many }) => `List ${many}`,
  get: ({ one }) => `Read one ${one}`,
  create: ({ one }) => `Create ${article(one)}`,
  update: ({ one }) => `Change ${article(one)}`,
  remove: ({ one }) => `Delete ${article(one)}`,
  removePicture: ({ one }) => `Remove the picture of ${article(one)}`,
}
const article = (one: string) => `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`
const fileKinds = { excel: 'as an Excel workbook', pdf: 'as a PDF' } as const

export function summaryOf(key: string, route: Endpoint, routes: Endpoints): string {
  const own = callWords[keyOf(route)]
  if (own) return own
  const report = routes.view?.summary?.split(';')[0]
  if (report && key === 'view') return report
  if (report && (key === 'excel' || key === 'pdf')) return `${report} ${fileKinds[key]}`
  const words = commonWords[key === 'listAll' || key === 'years' || key === 'classes' ? 'list' : key]
  return words?.(resourceOf(route.path).resource) ?? keyOf(route)
}

const wordsIn = (path: string) => path.split('/').filter((word) => word && !word.startsWith(':'))

/** Unique, and an identifier in most languages: memberCreate, attendanceTake, reportTmReportExcel. */
export function operationIdOf(key: string, { path }: Endpoint): string {
  const { start } = resourceOf(path)
  const noun =
    start === 'report' ? wordsIn(path).filter((word) => !['generate', 'excel', 'pdf'].includes(word)) : wordsIn(start)
  const last = noun.at(-1)
  const words = last === key ? noun.slice(0, -1) : noun
  return lowerFirst(camel([...words, key.charAt(0).toUpperCase() + key.slice(1)].join('-')))
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** Sorted by resource; a document comes after its list and before special calls. */
export function inOrder(one: Endpoint, other: Endpoint): number {
  const [first, second] = [resourceOf(one.path), resourceOf(other.path)]
  const bySpelling = one.path.replaceAll(':', '!').localeCompare(other.path.replaceAll(':', '!'), 'en')
  return (
    resources.indexOf(first.resource) - resources.indexOf(second.resource) ||
    first.resource.paths.indexOf(first.start) - second.resource.paths.indexOf(second.start) ||
    bySpelling ||
    methods.indexOf(one.method) - methods.indexOf(other.method)
  )
}

export function described(route: Endpoint): Json {
  const key = keyOf(route)
  const alias = aliases[key]
  const words = [
    alias ? `An alias of ${openPath(alias)}.` : undefined,
    furtherWords[key],
    route.summary,
    route.forChoosing && !route.choosing
      ? 'With isDisable=false whoever is signed in may read it to fill a form: of each active entry its id, its label and what forms show of it.'
      : undefined,
    route.perMinute ? `At most ${route.perMinute} calls a minute from one address.` : undefined,
  ].filter((sentence): sentence is string => sentence !== undefined)
  if (words.length === 0) return {}
  return { description: words.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ') }
}
