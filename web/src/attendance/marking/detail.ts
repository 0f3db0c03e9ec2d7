import { useMemo } from 'react'
import { useRoomy } from '../../platform/shell/appearance.ts'
import type { Detail, MarkedPerson } from './MarkingRow.tsx'
import { namesakes } from './marking.ts'

/** How much a row says of each of these people on this screen. */
export function useDetail(people: readonly MarkedPerson[]): (id: string) => Detail {
  const isRoomy = useRoomy()
  const same = useMemo(() => namesakes(people), [people])
  return (id) => (isRoomy ? 'all' : same.has(id) ? 'identity' : 'exceptions')
}
