import { pointAdjust, pointAdjustFiles } from '@academy/contract/pointadjust/pointadjust.ts'
import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { DayInput, DayRangeInput } from '../kit/inputs.tsx'
import { useToday } from '../kit/today.ts'
import { useDownload } from '../kit/use-download.ts'
import { t } from '../kit/words.ts'

interface SaveProps {
  label: string
  busy: boolean
  onSave: () => void
}

const SaveButton = ({ label, busy, onSave }: SaveProps) => (
  <Button icon={<FileExcelOutlined aria-hidden />} loading={busy} onClick={onSave}>
    {t(label)}
  </Button>
)

/** The workbooks of all wallets. */
export function Workbooks() {
  return (
    <Form layout="vertical" className="point-workbooks">
      <TotalFlow />
      <FlowBefore />
      <Balance />
      <Wallets />
    </Form>
  )
}

function TotalFlow() {
  const today = useToday()
  const [days, setDays] = useState<[string, string] | null>(null)
  const { busy, save } = useDownload()
  const query = days ? { startDate: days[0], endDate: days[1] } : {}
  return (
    <div>
      <Form.Item label={t('Days, all unless chosen')} htmlFor="flow-days">
        <DayRangeInput id="flow-days" value={days} onChange={setDays} max={today} />
      </Form.Item>
      <SaveButton
        label="Member Total Flow"
        busy={busy}
        onSave={() => save(pointAdjust.totalFlow, { query }, pointAdjustFiles.totalFlow)}
      />
    </div>
  )
}

/** A day that is today's until somebody chooses. */
function useDay() {
  const today = useToday()
  const [chosen, setDay] = useState<string | null>()
  return { today, day: chosen === undefined ? today : chosen, setDay }
}

function FlowBefore() {
  const { today, day, setDay } = useDay()
  const { busy, save } = useDownload()
  const query = day ? { startDate: day } : {}
  return (
    <div>
      <Form.Item label={t('Before')} htmlFor="flow-before">
        <DayInput id="flow-before" value={day} onChange={setDay} max={today} />
      </Form.Item>
      <SaveButton
        label="Member Total Flow Before"
        busy={busy}
        onSave={() => save(pointAdjust.totalFlowBefore, { query }, pointAdjustFiles.totalFlow)}
      />
    </div>
  )
}

function Balance() {
  const { today, day: date, setDay: setDate } = useDay()
  const { busy, save } = useDownload()
  const query = date ? { date } : {}
  return (
    <div>
      <Form.Item label={t('At the end of')} htmlFor="balance-day">
        <DayInput id="balance-day" value={date} onChange={setDate} max={today} />
      </Form.Item>
      <SaveButton
        label="Parent Wallet Balances"
        busy={busy}
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
