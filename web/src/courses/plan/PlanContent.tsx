import type { Course } from '@academy/contract/courses/courses.ts'
import { type ScheduledYear, schedule } from '@academy/contract/courses/schedule.ts'
import type { ReactNode } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { previewOf } from '../schedule/DiffView.tsx'
import { type CurrentYear, PlanForm } from './PlanForm.tsx'
import { type Plan, planToCome } from './plan-to-come.ts'

export type PlanMode = 'assign' | 'batch' | 'reassign'

export interface PlanProps {
  course: Course
  /** The year as scheduled so far; undefined before the first assignment. */
  year: ScheduledYear | undefined
  standing: CurrentYear
  onDone: () => void
}

/** The assignment form: for the first time, for a part of the year, or for the whole year again. */
export default function PlanContent({ mode, year, ...rest }: PlanProps & { mode: PlanMode }): ReactNode {
  if (!year) return <AssignForm {...rest} />
  return mode === 'batch' ? <BatchForm year={year} {...rest} /> : <ReassignForm year={year} {...rest} />
}

/** Overlaps are allowed, but whoever planned should know of them. */
function warnOverlaps({ warnings }: ScheduledYear) {
  const [first, ...others] = warnings
  if (!first) return
  notice.warning(others.length > 0 ? t('{first}, and {n} more overlaps.', { first, n: others.length }) : first)
}

function useDone(onDone: () => void) {
  return (result: ScheduledYear) => {
    onDone()
    warnOverlaps(result)
  }
}

type Planned = Omit<PlanProps, 'year'> & { year: ScheduledYear }

/** The year begins as the one before it ended, where that was planned. */
function AssignForm(props: Omit<PlanProps, 'year'>) {
  const { course, standing } = props
  const year = standing.year - 1
  const { data, error } = useCall(schedule.classes, { query: { course: course._id, year, limit: 1000 } })
  if (!data && !error) return <Waiting className="page-waiting" />
  return <FirstPlan {...props} like={planToCome(data?.items ?? [], `${year}-11-01`)} />
}

function FirstPlan({ course, standing, onDone, like }: Omit<PlanProps, 'year'> & { like: Plan | undefined }) {
  const [form] = Form.useForm()
  const done = useDone(onDone)
  const assign = useAction(schedule.assign, {
    form,
    onDone: done,
    preview: ({ body }) => previewOf({ ...body, action: 'assign' }),
  })
  return (
    <PlanForm
      form={form}
      currentYear={standing}
      entry={{ ...course, ...like }}
      submitText="Assign"
      sending={assign.sending}
      onSubmit={(pattern) => assign.send({ body: { ...pattern, course: course._id, year: standing.year } })}
    />
  )
}

function ReassignForm({ course, year, standing, onDone }: Planned) {
  const [form] = Form.useForm()
  const done = useDone(onDone)
  const reassign = useAction(schedule.reassign, {
    form,
    danger: true,
    okText: 'Reassign',
    onDone: done,
    preview: ({ params, body }) => previewOf({ ...body, action: 'reassign', id: params.id }),
  })
  return (
    <PlanForm
      form={form}
      currentYear={standing}
      entry={year}
      submitText="Reassign"
      sending={reassign.sending}
      onSubmit={(pattern) => reassign.send({ params: { id: year._id, course: course._id }, body: pattern })}
    />
  )
}

function BatchForm({ course, year, standing, onDone }: Planned) {
  const [form] = Form.useForm()
  const done = useDone(onDone)
  const update = useAction(schedule.batchUpdate, {
    form,
    onDone: done,
    preview: ({ body }) => previewOf({ ...body, action: 'batch' }),
  })
  return (
    <PlanForm
      form={form}
      currentYear={standing}
      entry={year}
      withRange
      submitText="Update"
      sending={update.sending}
      onSubmit={(pattern, range) =>
        range && update.send({ body: { course: course._id, year: standing.year, range, schedule: pattern } })
      }
    />
  )
}
