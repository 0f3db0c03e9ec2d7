import {
  messageKindWords,
  type Reminder,
  reminderKinds,
  reminderRestDays,
  reminders,
} from '@academy/contract/messages/messages.ts'
import { showCredit, showDay, showInstant, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useList } from '../../platform/client/list.ts'
import { Page } from '../../platform/shell/Page.tsx'
import { useTab } from '../../platform/table/address.ts'
import { ListFilters } from '../../platform/table/filters/ListFilters.tsx'
import { ListTable } from '../../platform/table/Table.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { Tabs } from '../../ui/first/Tabs.tsx'
import { Tag } from '../../ui/first/Tag.tsx'
import { MemberLink } from '../MemberName.tsx'
import { walletTone } from '../wallet-tone.ts'
import { MessageButton } from './MessageButton.tsx'
import './remind.css'

const tabs = ['all', ...reminderKinds] as const
type Tab = (typeof tabs)[number]

/** Who should hear of their wallet or their classes; whoever was told leaves the list. */
export function RemindPage() {
  const { tab, open } = useTab(tabs)
  return (
    <Page
      title="To Remind"
      subtitle={t('Members who are told here, or on their own page, come back after {n} days at the earliest.', {
        n: reminderRestDays,
      })}
    >
      <Tabs
        activeKey={tab}
        label={t('Why')}
        onChange={(next) => open(next, { page: undefined })}
        items={tabs.map((key) => ({
          key,
          label: t(key === 'all' ? 'All' : messageKindWords[key]),
          children: key === tab && <Reminders key={tab} tab={tab} />,
        }))}
      />
    </Page>
  )
}

function Reminders({ tab }: { tab: Tab }) {
  const kind = tab === 'all' ? undefined : tab
  const list = useList(reminders.list, { status: false, query: { kind } })
  return (
    <>
      <ListFilters list={list} placeholder="Search member" />
      <ListTable
        label="To Remind"
        list={list}
        emptyHint="Everybody who should hear of something has been told."
        columns={[
          {
            key: 'name',
            phone: 'name',
            title: 'Member',
            render: (row) => (
              <MemberLink id={row._id}>
                {row.name}
                {row.chName && <ChineseName>{row.chName}</ChineseName>}
              </MemberLink>
            ),
          },
          { key: 'kinds', title: 'Why', render: (row) => <Why of={row} /> },
          {
            key: 'phoneNo',
            title: 'Phone No.',
            render: (row) => <span className="nowrap">{showPhone(row.phoneNo)}</span>,
          },
          {
            key: 'wallet',
            phone: 'figure',
            title: 'Wallet',
            align: 'right',
            render: (row) => <span className={`wallet-${walletTone(row.wallet)}`}>{showCredit(row.wallet)}</span>,
          },
          { key: 'creditExpired', title: 'Expires', className: 'nowrap', render: (row) => showDay(row.creditExpired) },
          { key: 'toldAt', title: 'Last Told', render: (row) => (row.toldAt ? showInstant(row.toldAt) : t('never')) },
        ]}
        actions={(row) => <MessageButton size="small" member={row} kind={kind ?? row.kinds[0]} />}
      />
    </>
  )
}

const tones = { owed: 'error', moved: 'processing', expiring: 'warning', low: 'warning' } as const

const Why = ({ of }: { of: Reminder }) => (
  <span className="remind-why">
    {of.kinds.map((kind) => (
      <Tag key={kind} color={tones[kind]}>
        {t(messageKindWords[kind])}
      </Tag>
    ))}
  </span>
)
