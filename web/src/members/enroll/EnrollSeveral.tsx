import {
  type CreditType,
  creditOf,
  creditTypeLabels,
  creditTypes,
  enrolments,
  isTrial,
  severalBody,
} from '@academy/contract/attendance/enrolments.ts'
import { type Course, courses } from '@academy/contract/courses/courses.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { zodItem } from '../../platform/form/zod-rule.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Select, SelectMany } from '../../ui/form/Select.tsx'
import { useMemberSearch } from '../select/MemberSelect.tsx'
import './enroll.css'

interface EnrollSeveralProps {
  course: { _id: string; name: string }
  onClose: () => void
}

/** Enrolls a whole class in one step, as it stands on paper. */
export default function EnrollSeveral({ course, onClose }: EnrollSeveralProps) {
  return (
    <Dialog onClose={onClose} title={t('Enroll Members in {name}', { name: course.name })} lightDismiss={false}>
      <WithCredits course={course} onClose={onClose} />
    </Dialog>
  )
}

type Failed = ResultOf<typeof enrolments.createSeveral>['failed']

/** The form, once it is known what a class of the course costs; who may not read courses types it. */
function WithCredits({ course: { _id }, onClose }: EnrollSeveralProps) {
  const mayRead = useSession().can(courses.get.may)
  const { data, error } = useCall(courses.get, { params: { id: _id } }, { enabled: mayRead })
  if (mayRead && !data && !error) return <Waiting />
  return <EnrollForm id={_id} course={data} onClose={onClose} />
}

interface EnrollFormProps {
  id: string
  course: Course | undefined
  onClose: () => void
}

function EnrollForm({ id, course, onClose }: EnrollFormProps) {
  const [form] = Form.useForm()
  const [outcome, setOutcome] = useState<{ enrolled: number; failed: Failed }>()
  const members: string[] = Form.useWatch('members', form) ?? []
  const { select } = useMemberSearch({ isChildrenOrAdult: true }, members)
  const enrolled = useEnrolled(id)
  const enroll = useAction(enrolments.createSeveral, {
    form,
    effect: ({ body }) => {
      const facts = {
        n: body.members.length,
        type: t(creditTypeLabels[body.creditType]),
        credit: showCredit(body.credit ?? 0),
      }
      return t(
        facts.n === 1
          ? '{n} member, {type}, {credit} credits a class'
          : '{n} members, {type}, {credit} credits a class',
        facts,
      )
    },
    okText: 'Enroll',
    done: ({ failed }) => (failed.length === 0 ? 'Registered' : ''),
    onDone: (result) => {
      if (result.failed.length === 0) return onClose()
      setOutcome({ enrolled: result.enrolled.length, failed: result.failed })
      form.setFieldsValue({ members: result.failed.map((each) => each._id) })
    },
  })
  const initial = typeof course?.normal === 'number' ? { creditType: 'normal', credit: course.normal } : {}
  const types = creditTypes.filter((type) => !isTrial(type) && (!course || creditOf(course, type) !== null))
  const fillCredit = (type: CreditType) => {
    const credit = course ? creditOf(course, type) : null
    if (credit !== null) form.setFieldsValue({ credit })
  }
  return (
    <GuardedForm
      form={form}
      initial={initial}
      onFinish={(values) => enroll.send({ body: severalBody.parse({ ...values, course: id }) })}
    >
      {outcome && <Outcome {...outcome} nameOf={select.labelOf} />}
      <Form.Item
        {...zodItem(severalBody, 'members')}
        label={t('Members')}
        extra={t('Each pays from their own wallet, a child from a parent’s.')}
      >
        <SelectMany
          {...select}
          options={select.options.map((option) =>
            enrolled.has(option.value) ? { ...option, disabled: true, note: t('Enrolled already') } : option,
          )}
          placeholder={t('Search by name, phone, I/C or a parent’s name')}
        />
      </Form.Item>
      <Form.Item {...zodItem(severalBody, 'creditType')} label={t('Credit Type')}>
        <Select
          placeholder={t('Select Credit Type')}
          options={types.map((type) => ({ value: type, label: t(creditTypeLabels[type]) }))}
          onChange={fillCredit}
        />
      </Form.Item>
      <Form.Item
        {...zodItem(severalBody, 'credit')}
        label={t('Credit')}
        extra={t('What one attended class costs each of them')}
      >
        <NumberInput />
      </Form.Item>
      <FormButtons sending={enroll.sending} submitText="Enroll" onCancel={onClose} />
    </GuardedForm>
  )
}

const mostEnrolled = 1000

/** Who is in the course already. */
function useEnrolled(course: string): ReadonlySet<string> {
  const { data } = useCall(enrolments.list, { query: { course: [course], active: true, limit: mostEnrolled } })
  return new Set(data?.items.map(({ member }) => member._id))
}

interface OutcomeProps {
  enrolled: number
  failed: Failed
  nameOf: (id: string) => string
}

const Outcome = ({ enrolled, failed, nameOf }: OutcomeProps) => (
  <Alert
    type="warning"
    className="enroll-outcome"
    title={t('Enrolled {n}. Not enrolled: {m}', { n: enrolled, m: failed.length })}
    description={
      <ul className="effect-list">
        {failed.map(({ _id, message }) => (
          <li key={_id}>
            <Link to="/membership/edit/$memberId" params={{ memberId: _id }} search={{ tab: 'class' }}>
              {nameOf(_id)}
            </Link>
            {`: ${t(message)}`}
          </li>
        ))}
      </ul>
    }
  />
)
