import { schedulePreview } from '@academy/contract/courses/preview.ts'
import { holidayEntry } from '@academy/contract/holidays/holidays.ts'
import type { Entry, List } from '@academy/contract/platform/list.ts'
import { webPath } from '@academy/contract/platform/list.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { call } from '../platform/client/client.ts'
import { useSession } from '../platform/client/session.ts'
import { useBack } from '../platform/shell/Page.tsx'
import { TouchSummary } from './HolidayClasses.tsx'

interface Saving {
  preview?: (input: { body?: unknown }) => Promise<ReactNode>
  onDone: (entry: Entry) => void
}

const draft = z.object({ year: z.number(), holiday: z.array(holidayEntry) })

/** The question before saving an entry and where saving leads: back, unless the list has more to do. */
export function useSaving(of: List): Saving {
  const back = useBack(`${webPath(of)}/listing`)
  const navigate = useNavigate()
  const { can } = useSession()
  const touches = useRef(false)
  if (of.name !== 'holiday' || !can(schedulePreview.holidayTouch.may)) return { onDone: back }
  return {
    async preview({ body }) {
      const { year, holiday } = draft.parse(body)
      const touch = await call(schedulePreview.holidayTouch, { params: { year }, body: { holiday } })
      touches.current = touch.classes.length + touch.freed.length > 0
      return touches.current && <TouchSummary touch={touch} />
    },
    onDone({ _id }) {
      if (!touches.current) return back()
      // The set's page offers to resolve its classes.
      void navigate({ to: `${webPath(of)}/edit/${_id}`, replace: true })
    },
  }
}
