/** Every reading call of the contract on an academy, made from its routes so that a new one is measured by itself. */

import { z } from 'zod'
import { modules } from '../../api/src/modules.ts'
import { type Endpoint, isFile } from '../../contract/src/platform/endpoint.ts'
import { sortFieldsOf } from '../../contract/src/platform/query.ts'
import { type Caller, listOfIds } from './caller.ts'

export interface Read {
  name: string
  kind: 'list' | 'order' | 'search' | 'dashboard' | 'report' | 'document'
  path: string
}

/** The parts of a list that screens open by themselves. */
const tabs: Record<string, Record<string, string>> = {
  '/member': {
    adults: 'isAdult=true',
    parents: 'isParent=true',
    children: 'isChildren=true',
    'low wallets': 'isIndependent=true&walletFilterAmount=50',
  },
  '/attendance': { 'open cases': 'outstanding=true' },
  '/payment': { cash: 'paymentType=Cash', 'to verify': 'status=Pending&paymentType=Cash' },
  '/course': { 'switched on': 'isDisable=false' },
}

/** Nothing of these grows with the academy, or they are no screens. */
const left = /^\/(openapi\.json|config|export\/|payment\/checkout|receipt\/|books|holiday\/preset|doc-num-format\/type)/

const described = (endpoint: Endpoint): Record<string, z.ZodType> =>
  endpoint.query instanceof z.ZodObject ? (endpoint.query.shape as Record<string, z.ZodType>) : {}

const isList = ({ result }: Endpoint) => !isFile(result) && result instanceof z.ZodObject && 'items' in result.shape

const phones = z.object({ items: z.array(z.object({ phoneNo: z.string() })) })

/** Documents that stand for all of their kind, and words to look for. */
async function samples(caller: Caller) {
  const first = async (path: string) => (await caller.call(listOfIds, 'GET', path)).items[0]?._id ?? ''
  const course = await first('/course?limit=1')
  const parent = await first('/member?isParent=true&limit=1&sort=-wallet')
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const month = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 7)
  const { items } = await caller.call(phones, 'GET', '/member?isAdult=true&limit=1')
  return {
    words: { 'part of a name': 'tan', 'two Chinese characters': '伟玲', 'a phone number': items[0]?.phoneNo ?? '' },
    member: parent,
    parentId: parent,
    members: parent,
    course,
    class: await first(`/class?course=${course}&limit=1&sort=date`),
    classId: await first(`/class?course=${course}&limit=1&sort=date`),
    coach: await first('/coach?limit=1'),
    coachIncharge: await first('/coach?limit=1'),
    list: '/belt/listing',
    month,
    day,
    date: day,
    dateTime: day,
    year: month.slice(0, 4),
    resource: 'coach',
    startDate: `${month}-01`,
    endDate: `${month}-28`,
  }
}

/** Those reports that need one of many to be about. */
const about: Record<string, readonly string[]> = {
  '/report/class-attend-report': ['course', 'startDate', 'endDate'],
  '/report/class/attendance': ['classId'],
  '/report/credit-statement-report': ['parentId', 'startDate', 'endDate'],
  '/report/overall-flow-report': ['dateTime'],
  '/report/member/summary-flow': ['coachIncharge', 'startDate', 'endDate'],
  '/report/member/board-forward': ['member', 'date'],
  '/payment/open-orders': ['members'],
  '/point-adjust/parent-flow': ['parentId', 'startDate', 'endDate'],
}

function kindOf(endpoint: Endpoint): Read['kind'] {
  const query = described(endpoint)
  if (endpoint.path.startsWith('/dashboard/')) return 'dashboard'
  if (endpoint.path.startsWith('/report/') && 'offset' in query) return 'report'
  if (isList(endpoint) && sortFieldsOf(endpoint).length > 0) return 'list'
  if ('searchText' in query && endpoint.path !== '/member/counts') return 'search'
  return isList(endpoint) ? 'list' : 'document'
}

export async function readsOf(caller: Caller): Promise<Read[]> {
  const { words, ...known } = await samples(caller)
  const value: Record<string, string> = known
  const entries = new Map<string, string>()
  const reads: Read[] = []
  const routes = modules.flatMap((module) => Object.values(module.routes))
  for (const route of routes) {
    if (route.method !== 'GET' || isFile(route.result) || left.test(route.path)) continue
    const [list = ''] = route.path.split('/:')
    let path: string = route.path
    for (const [whole, name = ''] of route.path.matchAll(/:(\w+)/g)) {
      if (name === 'id' && !entries.has(list))
        entries.set(
          list,
          list === '/member' || list === '/expiration' || list === '/family'
            ? known.member
            : await firstOf(caller, list),
        )
      if (name === 'cid') value.cid = await firstOf(caller, path.replace('/:cid', ''))
      path = path.replace(whole, name === 'id' ? (entries.get(list) ?? '') : (value[name] ?? ''))
    }
    // An academy without an entry of this list.
    if (path.includes('//') || path.endsWith('/')) continue
    const given = about[route.path] ?? Object.keys(described(route)).filter((key) => isNeeded(described(route)[key]))
    const query = given.map((key) => `${key}=${encodeURIComponent(value[key] ?? '')}`)
    const add = (kind: Read['kind'], more = '', ...further: string[]) => {
      const asked = [...query, ...further].filter(Boolean).join('&')
      reads.push({ name: `${route.path}${more}`, kind, path: asked ? `${path}?${asked}` : path })
    }
    const kind = kindOf(route)
    add(kind)
    for (const [name, tab] of Object.entries(tabs[route.path] ?? {})) add(kind, `, ${name}`, tab)
    if (kind === 'report' || kind === 'document') continue
    for (const field of sortFieldsOf(route))
      for (const sign of ['', '-']) add('order', ` by ${sign}${field}`, `sort=${sign}${field}`)
    if ('searchText' in described(route))
      for (const [name, word] of Object.entries(words))
        add('search', `: ${name}`, `searchText=${encodeURIComponent(word)}`)
  }
  return reads
}

const isNeeded = (field: z.ZodType | undefined) => field?.safeParse(undefined).success === false

const firstOf = (caller: Caller, list: string) =>
  caller.call(listOfIds, 'GET', `${list}?limit=1`).then(
    ({ items }) => items[0]?._id ?? '',
    () => '',
  )
