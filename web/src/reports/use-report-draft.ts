/** The filters of a report as they are filled in, and Search and Clear, which change the address. */
import type { Report } from '@academy/contract/reports/report.ts'
import { useEffect, useRef, useState } from 'react'
import { useToday } from '../platform/client/today.ts'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { type Draft, defaultsOf, filtersIn, keysOf, missingIn, rebase, wrongIn } from './report-draft.ts'

const hasAny = (problems: Record<string, string>) => Object.keys(problems).length > 0

export function useReportDraft(report: Report) {
  const address = useAddress()
  const change = useChangeAddress()
  const today = useToday()
  const filters = filtersIn(report, address, today)
  const [draft, setDraft] = useState(filters)
  const [tried, setTried] = useState(false)
  const wrong = wrongIn(report, draft, today)
  const missing = missingIn(report, draft)

  // The address can change without the form: going back, a link to the same report. A new day changes only untouched
  // fields.
  const said = JSON.stringify(filters)
  const last = useRef({ today, filters })
  useEffect(() => {
    const before = last.current
    const next: Draft = JSON.parse(said)
    last.current = { today, filters: next }
    setDraft((draft) => (before.today === today ? next : rebase(draft, before.filters, next)))
  }, [said, today])

  /** Answers whether it was searched; `isSame` where that is what is shown already. */
  function search(): { isSame: boolean } | undefined {
    setTried(true)
    if (hasAny(wrong) || hasAny(missing)) return undefined
    const own = defaultsOf(report, today)
    const keys = keysOf(report)
    // Both ends of a range or none: half of one means something else tomorrow.
    const changed = keys.filter((key) => draft[key] && draft[key] !== own[key])
    const ranged = changed.some((key) => key === 'startDate' || key === 'endDate')
    const kept = (key: string) => changed.includes(key) || (ranged && (key === 'startDate' || key === 'endDate'))
    const next = Object.fromEntries(keys.map((key) => [key, kept(key) ? draft[key] : undefined]))
    const intended = filtersIn(report, next, today)
    setDraft(intended)
    change({ ...next, classId: undefined, page: undefined })
    return { isSame: JSON.stringify(intended) === said }
  }

  function clear() {
    setTried(false)
    setDraft(defaultsOf(report, today))
    change(Object.fromEntries([...keysOf(report), 'classId', 'page'].map((key) => [key, undefined])))
  }

  return {
    /** What is shown. */
    filters,
    draft,
    set: (part: Draft) => setDraft({ ...draft, ...part }),
    /** By field; what is missing only once Search was pressed. */
    problems: { ...wrong, ...(tried ? missing : {}) },
    isComplete: !hasAny(wrong) && !hasAny(missing),
    isChanged: keysOf(report).some((key) => (draft[key] ?? '') !== (filters[key] ?? '')),
    search,
    clear,
  }
}
