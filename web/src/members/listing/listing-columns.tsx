import type { MemberRow } from '@academy/contract/members/rows.ts'
import { showCredit, showDay, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import type { Column } from '../../platform/table/Table.tsx'
import { Runway } from '../card/Runway.tsx'
import { IndependenceTag } from '../IndependenceTag.tsx'
import { Expiry, locationOf, MemberLink, MemberName } from '../MemberName.tsx'
import { walletTone } from '../wallet-tone.ts'

type MemberColumn = Column<MemberRow>

const name: MemberColumn = {
  key: 'name',
  title: 'Name',
  className: 'giving',
  render: (row) => <MemberName person={row} to={locationOf(row)} />,
}
const icNo: MemberColumn = { key: 'icNo', title: 'I/C No.', className: 'number tight', stays: 1, phone: 'none' }
const tmNo: MemberColumn = { key: 'tmNo', title: 'TM No.', className: 'number tight' }
const phoneNo: MemberColumn = {
  key: 'phoneNo',
  title: 'Phone No.',
  className: 'number tight',
  stays: 4,
  phone: 'line',
  render: (row) => showPhone(row.phoneNo),
}
const email: MemberColumn = { key: 'email', title: 'Email' }
const dob: MemberColumn = { key: 'dob', title: 'Date of Birth', render: ({ dob: day }) => showDay(day) }
const belt: MemberColumn = {
  key: 'belt',
  title: 'Belt Color',
  className: 'tight clipped',
  stays: 3,
  render: (row) => row.belt?.beltColor ?? '-',
}
const memberType: MemberColumn = {
  key: 'memberType',
  title: 'Member Type',
  render: (row) => row.memberType?.memberType ?? '-',
}
const coach: MemberColumn = {
  key: 'coachIncharge',
  title: 'Coach Incharge',
  render: (row) => row.coachIncharge?.name ?? '-',
}
const wallet: MemberColumn = {
  key: 'wallet',
  title: 'Wallet',
  align: 'right',
  className: 'number tight',
  stays: 6,
  render: (row) =>
    row.isIndependent ? (
      <span className={`wallet-${walletTone(row.wallet)}`}>{showCredit(row.wallet)}</span>
    ) : (
      <span className="muted">{t('Parent pays')}</span>
    ),
}
const lasts: MemberColumn = {
  key: 'runway',
  title: 'Lasts',
  className: 'tight',
  stays: 2,
  phone: 'line',
  render: (row) => (row.runway === null ? <span className="muted">-</span> : <Runway {...row} />),
}
const expiry: MemberColumn = {
  key: 'creditExpired',
  title: 'Expiry',
  className: 'tight',
  stays: 5,
  render: (row) => (row.isIndependent ? <Expiry {...row} short /> : <span className="muted">-</span>),
}
const status: MemberColumn = {
  key: 'isDisable',
  title: 'Status',
  className: 'tight',
  render: (row) => <StatusTag isDisable={row.isDisable} />,
}
const parents: MemberColumn = {
  key: 'mainIDs',
  title: 'Parents',
  render: (row) => <People people={row.mainIDs} />,
}
const independence: MemberColumn = {
  key: 'isIndependent',
  title: 'Dependency',
  render: (row) => <IndependenceTag isIndependent={row.isIndependent} />,
}

function People({ people }: { people: { _id: string; name: string }[] }) {
  if (people.length === 0) return '-'
  return (
    <ul className="plain-list">
      {people.map(({ _id, name: shown }) => (
        <li key={_id}>
          <MemberLink id={_id}>{shown}</MemberLink>
        </li>
      ))}
    </ul>
  )
}

export const adultColumns: MemberColumn[] = [
  name,
  icNo,
  phoneNo,
  belt,
  wallet,
  lasts,
  expiry,
  status,
  tmNo,
  memberType,
  coach,
]

export const childColumns: MemberColumn[] = [
  name,
  parents,
  independence,
  belt,
  wallet,
  expiry,
  status,
  dob,
  icNo,
  tmNo,
  memberType,
  coach,
]

const family: MemberColumn = {
  key: 'children',
  title: 'Children',
  phone: 'none',
  render: ({ _id, children }) => (children.length === 0 ? '-' : <Family parent={_id}>{children}</Family>),
}

/** How many children and who. Independent ones link to their own page, the others to this parent's. */
const Family = ({ parent, children }: { parent: string; children: MemberRow['children'] }) => (
  <div className="family">
    <span className="number">{children.length}</span>
    <ul className="plain-list">
      {children.map((child) => (
        <li key={child._id} className={child.isDisable ? 'muted' : ''}>
          <MemberLink {...(child.isIndependent ? { id: child._id } : { id: parent, child: child._id })}>
            {child.name}
          </MemberLink>
        </li>
      ))}
    </ul>
  </div>
)

export const parentColumns: MemberColumn[] = [
  name,
  family,
  {
    key: 'relationship',
    title: 'Relationship',
    render: (row) => row.relationship?.relationship ?? '-',
  },
  phoneNo,
  wallet,
  lasts,
  expiry,
  status,
  email,
]
