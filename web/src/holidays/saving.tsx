import { schedulePreview } from '@academy/contract/courses/preview.ts'
import { holidayEntry } from '@academy/contract/holidays/holidays.ts'
import { type List, webPath } from '@academy/contract/platform/list.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { z } from 'zod'
import { type Saving, useReturn } from '../lists/index.ts'
import { call } from '../platform/client/client.ts'
import { useSession } from '../platform/client/session/session.ts'
import { TouchSummary } from './HolidayClasses.tsx'

const draft = z.object({ year: z.number(), holiday: z.array(holidayEntry) })

/** Shows which classes a set touches before it is saved, and then stays on its page to resolve them. */
export function useHolidaySaving(of: List): Saving {
  const plain = useReturn(of)
  const navigate = useNavigate()
  const { can } = useSession()
  const touches = useRef(false)
  if (!can(schedulePreview.holidayTouch.may)) return plain
  return {
    async preview({ body }) {
      const { year, holiday } = draft.parse(body)
      const touch = await call(schedulePreview.holidayTouch, { params: { year }, body: { holiday } })
      touches.current = touch.classes.length + touch.freed.length > 0
      return touches.current && <TouchSummary touch={touch} />
    },
    onDone(entry) {
      if (!touches.current) return plain.onDone(entry)
      // The set's page offers to resolve its classes.
      void navigate({ to: `${webPath(of)}/edit/${entry._id}`, replace: true })
    },
  }
}
