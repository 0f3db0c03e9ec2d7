import { alertKindNames, alertKinds } from '@academy/contract/audit/alerts.ts'
import { type AuditRecord, audit } from '@academy/contract/audit/audit.ts'
import { useState } from 'react'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useToday } from '../platform/client/today.ts'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress, useTab } from '../platform/table/address.ts'
import { DayRangeFilter } from '../platform/table/filters/AddressFilters.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { Button } from '../ui/first/Button.tsx'
import { CloseIcon } from '../ui/first/icons.ts'
import { Tabs } from '../ui/first/Tabs.tsx'
import { isolated } from './isolated.ts'
import { Readings } from './Readings.tsx'
import './audit.css'
import { Dialog } from '../platform/feedback/Dialog.tsx'

/** Sort keys of this endpoint have no prefix for ascending. */
const withoutPlus = (sort: string) => sort.replaceAll('+', '')

const tabs = ['changes', 'readings'] as const
/** Of the other tab. */
const fresh = {
  page: undefined,
  sort: undefined,
  searchText: undefined,
  alert: undefined,
  person: undefined,
  member: undefined,
}

export function AuditPage() {
  const { tab, open } = useTab(tabs)
  return (
    <Page title="Audit Trail">
      <Tabs
        label={t('Audit Trail')}
        activeKey={tab}
        onChange={(next) => open(next, fresh)}
        items={[
          { key: 'changes', label: t('Changes'), children: tab === 'changes' && <Records /> },
          { key: 'readings', label: t('Medical & I/C read'), children: tab === 'readings' && <Readings /> },
        ]}
      />
    </Page>
  )
}

/** Who did what when, and what it changed. */
function Records() {
  const today = useToday()
  const { from, to, sort, alert, person } = useAddress()
  const change = useChangeAddress()
  const [shown, setShown] = useState<AuditRecord>()
  const kind = alertKindNames.find((name) => name === alert)
  const ofAlert = [kind && t(alertKinds[kind].words), person].filter(Boolean).join(', ')
  const isFiltered = (from && to) || ofAlert !== ''
  const list = useList(audit.list, {
    status: false,
    query: {
      timestampStartDate: from,
      timestampEndDate: to,
      sort: withoutPlus(sort ?? ''),
      alert: kind,
      modifier: person,
    },
  })
  return (
    <>
      <ListFilters list={list} placeholder="User, section, action, description">
        <DayRangeFilter max={today} />
        {ofAlert !== '' && (
          <Button
            className="audit-only"
            icon={<CloseIcon />}
            onClick={() => change({ alert: undefined, person: undefined, page: undefined })}
          >
            {t('Only: {what}', { what: ofAlert })}
          </Button>
        )}
      </ListFilters>
      <ListTable
        label="Audit Trail"
        list={list}
        clearFilters={
          isFiltered
            ? () =>
                change({ from: undefined, to: undefined, alert: undefined, person: undefined, searchText: undefined })
            : undefined
        }
        // Wide enough for most words: the last rows, which are drawn a moment later, would widen them.
        columns={[
          { key: 'timestamp', className: 'tight', title: 'Date', render: (row) => showInstant(row.timestamp) },
          { key: 'modifier', className: 'tight', title: 'User' },
          { key: 'section', className: 'tight', width: 130, title: 'Section' },
          { key: 'action', className: 'tight', width: 92, title: 'Action' },
          {
            key: 'description',
            phone: 'name',
            className: 'giving',
            title: 'Description',
            render: (row) => <div className="audit-description">{isolated(row.description)}</div>,
          },
        ]}
        actions={(row) =>
          row.changeFrom.length + row.changeTo.length > 0 ? (
            <Button
              type="link"
              aria-label={t('Changes: {record}', { record: row.description })}
              onClick={() => setShown(row)}
            >
              {t('Changes')}
            </Button>
          ) : (
            <span className="muted">{t('No fields')}</span>
          )
        }
      />
      {shown && <Changes record={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** Field by field, before and after. */
function Changes({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const before = new Map(record.changeFrom.map(({ field, item }) => [field, item]))
  const after = new Map(record.changeTo.map(({ field, item }) => [field, item]))
  const labels = new Map([...record.changeFrom, ...record.changeTo].map(({ field, label }) => [field, label]))
  return (
    <Dialog title={isolated(record.description)} onClose={onClose} width={720}>
      <p className="muted">
        {record.modifier}, {showInstant(record.timestamp)}, {record.section}, {t('record {n}', { n: record.position })}
      </p>
      <div className="audit-scroll">
        <table className="audit-changes">
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {[...labels].map(([field, label]) => (
              <tr key={field}>
                <th scope="row">{t(label)}</th>
                <td data-label={t('Before')}>{isolated(before.get(field) || '-')}</td>
                <td data-label={t('After')}>{isolated(after.get(field) || '-')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
