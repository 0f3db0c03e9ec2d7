import { eveningClose, type OpenEvening } from '@academy/contract/cashdesk/evening.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { addressOf } from '../platform/client/call-input.ts'
import { call } from '../platform/client/client.ts'
import { showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormFoot } from '../ui/form/FormSummary.tsx'
import { CameIn } from './CameIn.tsx'
import { Difference } from './CloseActions.tsx'
import { EveningCoaches } from './EveningCoaches.tsx'
import { EveningOutcome } from './EveningOutcome.tsx'
import { type CoachRow, closeOf, notYet, useCoachRows } from './evening-rows.ts'
import { Refused } from './Refused.tsx'

const ofDay = ['day']

/** Closes what several coaches hand over in one step. */
export function EveningForm({ evening }: { evening: OpenEvening }) {
  const navigate = useNavigate()
  const [form] = Form.useForm()
  const [problems, setProblems] = useState<string[]>([])
  const { rows, chosen, ticks, untick } = useCoachRows(evening, form)
  const close = useAction(eveningClose.closeEvening, {
    form,
    okText: 'Close',
    dryRun: async ({ body }) => ({
      effect: <EveningOutcome effect={await call(eveningClose.rehearseEvening, { body, quiet: true })} />,
    }),
    onDone: (made) => navigate({ to: '/cash-close/evening/$id', params: { id: made._id }, replace: true }),
    onFail: (error) => setProblems(error instanceof ApiError ? error.details.map(({ message }) => message) : []),
  })
  async function submit({ remark }: Record<string, unknown>) {
    setProblems([])
    await close.send({ body: { day: evening.day, closes: chosen.flatMap((row) => closeOf(row, remark)) } })
  }
  return (
    <GuardedForm form={form} of={ofDay} onFinish={submit}>
      <p className="muted">
        {t('Enter what each coach hands over. Open a row to see its payments; what is not ticked stays open.')}
      </p>
      <Refused problems={problems} />
      <EveningCoaches rows={rows} ticks={ticks} onUntick={(row, ids) => untick([row], () => ids)} />
      <Sums rows={chosen} />
      <FormFoot>
        <ReasonButton
          type="primary"
          htmlType="submit"
          may={eveningClose.closeEvening.may}
          loading={close.sending}
          reason={notYet(chosen)}
        >
          {t('Close the Evening')}
        </ReasonButton>
        <CameIn address={addressOf(eveningClose.openEvening.path, { query: { day: evening.day } })} />
      </FormFoot>
    </GuardedForm>
  )
}

/** All coaches together, updated while counting. */
function Sums({ rows }: { rows: CoachRow[] }) {
  const done = rows.filter(({ counted }) => counted !== null)
  const expected = rows.reduce((sum, row) => sum + row.expected, 0)
  const counted = rows.reduce((sum, row) => sum + (row.counted ?? 0), 0)
  return (
    <dl className="desk-sums desk-evening-sums" aria-live="polite">
      <dt>{t('Coaches counted')}</dt>
      <dd>{t('{n} of {total}', { n: done.length, total: rows.length })}</dd>
      <dt>{t('Expected')}</dt>
      <dd>{showMoney(ringgit(expected))}</dd>
      <dt>{t('Counted')}</dt>
      <dd>{done.length > 0 ? showMoney(ringgit(counted)) : '-'}</dd>
      <dt className="total">{t('Difference')}</dt>
      <dd className="total">
        {rows.length > 0 && done.length === rows.length ? <Difference amount={counted - expected} /> : '-'}
      </dd>
    </dl>
  )
}
