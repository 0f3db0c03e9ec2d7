import { counted as amount } from '@academy/contract/cashdesk/cashdesk.ts'
import {
  type EveningBody,
  type EveningEffect,
  eveningClose,
  type OpenEvening,
} from '@academy/contract/cashdesk/evening.ts'
import { closeWords, remarkRequired } from '@academy/contract/cashdesk/rules.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { addressOf } from '../platform/client/call-input.ts'
import { call } from '../platform/client/client.ts'
import { showCredit, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Opener, useTicks } from '../platform/table/rows/table-parts.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { FormFoot } from '../ui/form/FormSummary.tsx'
import { Input } from '../ui/form/Input.tsx'
import { CameIn } from './CameIn.tsx'
import { Difference } from './CloseActions.tsx'
import { Refused } from './Refused.tsx'
import { type Line, linesOf, SheetTable, senOf, sumOfLines } from './SheetTable.tsx'

interface Row {
  /** Of the coach. */
  _id: string
  name: string
  lines: Line[]
  ticked: Line[]
  /** In sen. */
  expected: number
  /** In sen; null while it is no amount. */
  counted: number | null
}

const isBack = ({ state }: Line) => state === 'Given back'

const ofDay = ['day']

/** A row for each coach: what is expected, what was counted, why they differ. */
export function EveningForm({ evening }: { evening: OpenEvening }) {
  const navigate = useNavigate()
  const [form] = Form.useForm()
  const [problems, setProblems] = useState<string[]>([])
  const { rows, chosen, ticks, untick } = useRows(evening, form)
  const close = useAction(eveningClose.closeEvening, {
    form,
    okText: 'Close',
    dryRun: async ({ body }) => ({
      effect: <Told effect={await call(eveningClose.rehearseEvening, { body, quiet: true })} />,
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
      <Coaches rows={rows} ticks={ticks} onUntick={(row, ids) => untick([row], () => ids)} />
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

/** A row for each coach, of whose payments all are ticked that nobody unticked. */
function useRows(evening: OpenEvening, form: FormInstance) {
  // Of payments, and of coaches who are left out whole. All else starts ticked, also what comes in during the count.
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const typed: Record<string, unknown> = Form.useWatch('counted', form) ?? {}
  const rows: Row[] = evening.items.map((sheet) => {
    const lines = linesOf(sheet)
    const { _id, name } = sheet.coach
    const ticked = unticked.has(_id) ? [] : lines.filter((line) => !unticked.has(line._id))
    return { _id, name, lines, ticked, expected: sumOfLines(ticked), counted: senOf(typed[_id]) }
  })
  const chosen = rows.filter(({ ticked }) => ticked.length > 0)
  function untick(turned: readonly Row[], idsOf: (row: Row) => readonly string[]) {
    const next = new Set(unticked)
    for (const row of turned) {
      const ids = idsOf(row)
      for (const { _id } of [row, ...row.lines]) next.delete(_id)
      for (const id of ids.length === row.lines.length ? [row._id, ...ids] : ids) next.add(id)
    }
    setUnticked(next)
  }
  const ticks = useTicks(rows, {
    selected: chosen.map(({ _id }) => _id),
    onChange: (ids) => {
      const turned = rows.filter(({ _id, ticked }) => ids.includes(_id) !== ticked.length > 0)
      untick(turned, ({ _id, lines }) => (ids.includes(_id) ? [] : lines.map((line) => line._id)))
    },
    label: ({ name }) => t('{coach} hands over cash', { coach: name }),
  })
  return { rows, chosen, ticks, untick }
}

interface CoachesProps {
  rows: Row[]
  ticks: ReturnType<typeof useTicks<Row>>
  onUntick: (row: Row, ids: readonly string[]) => void
}

function Coaches({ rows, ticks, onUntick }: CoachesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => setOpened((now) => (now.has(id) ? minus(now, id) : new Set([...now, id])))
  return (
    <DataTable
      label={t('Coaches')}
      className="desk-section desk-evening"
      rowKey="_id"
      rows={rows}
      ticks={ticks && { all: ticks.all, one: ticks.one }}
      below={(row) =>
        opened.has(row._id) && (
          <SheetTable
            label={t('Payments of {coach}', { coach: row.name })}
            lines={row.lines}
            ticked={row.ticked}
            onUntick={(ids) => onUntick(row, ids)}
          />
        )
      }
      columns={[
        {
          title: t('Coach'),
          render: (row) => (
            <span className="desk-coach">
              <Opener open={opened.has(row._id)} onToggle={() => toggle(row._id)} of={`coach-${row._id}`} />
              <span id={`coach-${row._id}`}>{row.name}</span>
            </span>
          ),
        },
        { title: t('Payments'), align: 'right', className: 'nowrap', render: countOf },
        {
          title: t('Expected'),
          align: 'right',
          className: 'nowrap',
          render: (row) => showMoney(ringgit(row.expected)),
        },
        { title: t('Counted (RM)'), className: 'desk-count', render: (row) => <CountField row={row} /> },
        {
          title: t('Difference'),
          className: 'nowrap',
          // Of the longest words, so that no field moves while somebody types.
          width: 160,
          render: (row) =>
            row.ticked.length > 0 && row.counted !== null ? <Difference amount={row.counted - row.expected} /> : '-',
        },
        { title: t('Remark'), className: 'desk-remark', render: (row) => <RemarkField row={row} /> },
      ]}
    />
  )
}

/** Why the chosen coaches cannot be closed yet. */
function notYet(chosen: readonly Row[]) {
  if (chosen.length === 0) return 'Please choose at least one coach'
  const tooMuch = chosen.find(({ expected }) => expected < 0)
  return (
    tooMuch &&
    t('{coach} gave back more than is handed over. Leave what is given back for a later close.', {
      coach: tooMuch.name,
    })
  )
}

const minus = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((one) => one !== id))

/** '3', or '2 of 3' where one was not handed over. */
const countOf = ({ lines, ticked }: Row) =>
  lines.length === ticked.length ? String(lines.length) : t('{n} of {total}', { n: ticked.length, total: lines.length })

function closeOf({ _id, ticked, counted, expected }: Row, remarks: unknown): EveningBody['closes'] {
  if (counted === null) return []
  const remark = String(Object(remarks)[_id] ?? '').trim()
  return [
    {
      coach: _id,
      payments: ticked.filter((line) => !isBack(line)).map((line) => line._id),
      returned: ticked.filter(isBack).map((line) => line._id),
      counted: ringgit(counted),
      remark: remark || null,
      expected: ringgit(expected),
    },
  ]
}

const CountField = ({ row: { _id, name, ticked } }: { row: Row }) =>
  ticked.length === 0 ? (
    '-'
  ) : (
    <Form.Item
      name={['counted', _id]}
      label={t('Counted of {coach} (RM)', { coach: name })}
      required
      rules={[fieldRule(amount)]}
    >
      <Input inputMode="decimal" autoComplete="off" />
    </Form.Item>
  )

function RemarkField({ row: { _id, name, ticked, expected, counted } }: { row: Row }) {
  if (ticked.length === 0) return '-'
  const differs = counted !== null && counted !== expected
  return (
    <Form.Item
      name={['remark', _id]}
      label={t('Remark of {coach}', { coach: name })}
      required={differs}
      dependencies={[['counted', _id]]}
      rules={[
        {
          validator: async (_, remark) => {
            if (differs && !String(remark ?? '').trim()) throw new Error(t(remarkRequired))
          },
        },
      ]}
    >
      <Input maxLength={500} autoComplete="off" />
    </Form.Item>
  )
}

/** All coaches together, updated while counting. */
function Sums({ rows }: { rows: Row[] }) {
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

const inSen = (sums: { expected: string; counted: string }) => ({
  expected: sen(sums.expected),
  counted: sen(sums.counted),
})

/** What a close comes to; a line ends between its parts, not after RM. */
const CloseWords = (close: Parameters<typeof closeWords>[0]) =>
  closeWords(close)
    .split(', ')
    .map((part, place) => (
      <Fragment key={part}>
        {place > 0 && ', '}
        <span className="nowrap">{part}</span>
      </Fragment>
    ))

/** What closing would do, as the server rehearsed it. */
function Told({ effect }: { effect: EveningEffect }) {
  const all = effect.closes.reduce(
    (sum, close) => ({
      payments: sum.payments + close.payments,
      returned: sum.returned + close.returned,
      verified: sum.verified + close.verified,
      credits: sum.credits + close.credits,
    }),
    { payments: 0, returned: 0, verified: 0, credits: 0 },
  )
  return (
    <div className="desk-told">
      <ul>
        {effect.closes.map((close) => (
          <li key={close.coach._id}>
            {close.coach.name}: <CloseWords {...close} {...inSen(close)} />.
          </li>
        ))}
      </ul>
      <p>
        <strong>
          {t('Together:')} <CloseWords {...all} {...inSen(effect)} />.
        </strong>
      </p>
      {all.verified > 0 && (
        <p>
          {t('{n} of them verified now, {credit} credits added.', { n: all.verified, credit: showCredit(all.credits) })}
        </p>
      )}
    </div>
  )
}
