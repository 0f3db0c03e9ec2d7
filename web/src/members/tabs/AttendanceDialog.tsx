import { type AttendanceRow, attendance, attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { type Fields, shapeOf } from '@academy/contract/platform/field.ts'
import { z } from 'zod'
import { AttendanceChange, attendanceEffect, identityOf } from '../../attendance/index.ts'
import { useOpenOrders } from '../../payments/index.ts'
import { call } from '../../platform/client/client.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { EditConflictNotice } from '../../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../../platform/form/edit-conflict.ts'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { TimeInput } from '../../platform/form/inputs.tsx'
import { timeRule } from '../../platform/form/typed/typed-dates.ts'
import { Form } from '../../ui/form/Form.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'

interface AttendanceDialogProps {
  /** The record being edited; undefined while the dialog is closed. */
  record: AttendanceRow | undefined
  onClose: () => void
}

export function AttendanceDialog({ record, onClose }: AttendanceDialogProps) {
  return (
    <Dialog open={record !== undefined} onClose={onClose} title={t('Edit Attendance')} lightDismiss={false}>
      {record && <AttendanceForm record={record} onClose={onClose} />}
    </Dialog>
  )
}

const states = [
  { value: 'P', label: 'Present' },
  { value: 'A', label: 'Absent' },
]
const fields = {
  status: { kind: 'choice', label: 'Status', schema: z.enum(['P', 'A']), options: states },
  checkInTime: { kind: 'text', label: 'Check-in', schema: z.string().nullish() },
  checkOutTime: { kind: 'text', label: 'Check-out', schema: z.string().nullish() },
} satisfies Fields
const values = z.object(shapeOf(fields))
const valuesOf = (record: AttendanceRow) => values.parse(record)

function AttendanceForm({ record, onClose }: { record: AttendanceRow; onClose: () => void }) {
  const [form] = Form.useForm()
  const status: 'P' | 'A' = Form.useWatch('status', form) ?? record.status
  const isPresent = status === 'P'
  const effect = attendanceEffect(record, status)
  const params = { id: record._id }
  const version = useEditConflict({ form, record, valuesOf, read: () => call(attendance.get, { params }) })
  const update = useAction(attendance.update, {
    form,
    prepare: version.prepare,
    onDone: onClose,
    ...useOpenOrders(
      () => ({ members: [record.walletMember._id] }),
      () => <AttendanceChange row={record} next={status} />,
    ),
  })

  function submit(entered: Record<string, unknown>) {
    const { checkInTime = null, checkOutTime = null } = values.parse(entered)
    const times = isPresent ? { checkInTime, checkOutTime } : { checkInTime: null, checkOutTime: null }
    return update.send({ params, body: { status, ...times } })
  }

  return (
    <GuardedForm form={form} initial={valuesOf(record)} onFinish={submit}>
      <p className="payer">
        {identityOf(record.member)}, {record.course.name}, {showDay(record.classDate)}
      </p>
      <Form.Item name="status" label={t('Status')} required extra={effect}>
        <RadioGroup
          buttons
          options={states.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={() => {
            // An absent member has no times; a present one needs them.
            form.setFieldsValue({ checkInTime: null, checkOutTime: null })
            form.setFields([{ name: 'checkInTime', errors: [] }])
          }}
        />
      </Form.Item>
      <div className="two-columns">
        <Form.Item
          name="checkInTime"
          label={t('Check-in')}
          required={isPresent}
          dependencies={['status']}
          validateFirst
          rules={[timeRule, { required: isPresent, message: t(attendanceMessages.checkIn) }]}
        >
          <TimeInput disabled={!isPresent} />
        </Form.Item>
        <Form.Item
          name="checkOutTime"
          label={t('Check-out')}
          dependencies={['checkInTime']}
          validateFirst
          rules={[
            timeRule,
            ({ getFieldValue }) => ({
              validator: (_, out) =>
                out && getFieldValue('checkInTime') && out < getFieldValue('checkInTime')
                  ? Promise.reject(new Error(t(attendanceMessages.checkOut)))
                  : Promise.resolve(),
            }),
          ]}
        >
          <TimeInput disabled={!isPresent} />
        </Form.Item>
      </div>
      <EditConflictNotice conflict={version} fields={fields} />
      <FormButtons sending={update.sending} submitText="Update" onCancel={onClose} />
    </GuardedForm>
  )
}
