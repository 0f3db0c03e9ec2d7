import { pointAdjust, pointAdjustFiles } from '@academy/contract/pointadjust/pointadjust.ts'
import { useState } from 'react'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useToday } from '../platform/client/today.ts'
import { DayInput } from '../platform/form/inputs.tsx'
import { DayRangeInput } from '../platform/form/range-inputs.tsx'
import { dayProblem } from '../platform/form/typed/typed-dates.ts'
import { bothDaysProblem } from '../platform/form/typed/typed-ranges.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { SheetIcon } from '../ui/first/icons.ts'
import { Labelled } from '../ui/form/Labelled.tsx'

interface SaveProps {
  label: string
  busy: boolean
  /** Why there is nothing to save yet. */
  problem?: string | undefined
  onSave: () => void
}

const SaveButton = ({ label, busy, problem, onSave }: SaveProps) => (
  <ReasonButton icon={<SheetIcon aria-hidden />} loading={busy} reason={problem} onClick={onSave}>
    {t(label)}
  </ReasonButton>
)

/** The workbooks of all wallets. */
export function Workbooks() {
  return (
    <div className="form point-workbooks">
      <TotalFlow />
      <FlowBefore />
      <Balance />
      <Wallets />
    </div>
  )
}

function TotalFlow() {
  const today = useToday()
  const [days, setDays] = useState<[string, string] | null>(null)
  const { busy, save } = useDownload()
  const problem = bothDaysProblem(days, { max: today })
  const query = days ? { startDate: days[0], endDate: days[1] } : {}
  return (
    <div>
      <Labelled label={t('Days, all unless chosen')} id="flow-days" errors={problem}>
        <DayRangeInput offers value={days} onChange={setDays} max={today} />
      </Labelled>
      <SaveButton
        label="Member Total Flow"
        busy={busy}
        problem={problem}
        onSave={() => save(pointAdjust.totalFlow, { query }, pointAdjustFiles.totalFlow)}
      />
    </div>
  )
}

/** Today's date until another day is chosen. */
function useDay() {
  const today = useToday()
  const [chosen, setDay] = useState<string | null>()
  const day = chosen === undefined ? today : chosen
  return { today, day, setDay, problem: dayProblem(day, { max: today }) }
}

function FlowBefore() {
  const { today, day, setDay, problem } = useDay()
  const { busy, save } = useDownload()
  const query = day ? { startDate: day } : {}
  return (
    <div>
      <Labelled label={t('Before')} id="flow-before" errors={problem}>
        <DayInput value={day} onChange={setDay} max={today} />
      </Labelled>
      <SaveButton
        label="Member Total Flow Before"
        busy={busy}
        problem={problem}
        onSave={() => save(pointAdjust.totalFlowBefore, { query }, pointAdjustFiles.totalFlow)}
      />
    </div>
  )
}

function Balance() {
  const { today, day: date, setDay: setDate, problem } = useDay()
  const { busy, save } = useDownload()
  const query = date ? { date } : {}
  return (
    <div>
      <Labelled label={t('At the end of')} id="balance-day" errors={problem}>
        <DayInput value={date} onChange={setDate} max={today} />
      </Labelled>
      <SaveButton
        label="Parent Wallet Balances"
        busy={busy}
        problem={problem}
        onSave={() => save(pointAdjust.parentBalance, { query }, pointAdjustFiles.parentBalance)}
      />
    </div>
  )
}

function Wallets() {
  const { busy, save } = useDownload()
  return (
    <div className="point-last">
      <SaveButton
        label="Parent Wallets"
        busy={busy}
        onSave={() => save(pointAdjust.parentWallet, {}, pointAdjustFiles.parentWallet)}
      />
    </div>
  )
}
