import type { MemberDetail } from '@academy/contract/members/members.ts'
import { type MemberOverview, overviews } from '@academy/contract/members/overview.ts'
import { runwayDays } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showCredit } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useCall } from '../../../platform/client/query.ts'
import { PageWaiting } from '../../../platform/shell/Page.tsx'
import { classTime, namesText } from './overview-text.ts'
import { Timeline } from './Timeline.tsx'
import { WalletCurve } from './WalletCurve.tsx'
import './overview.css'

/** How a member stands, and what happened. */
export default function OverviewTab({ member }: { member: MemberDetail }) {
  const { data } = useCall(overviews.overview, { params: { id: member._id } })
  if (!data) return <PageWaiting />
  return (
    <div className="overview">
      <dl className="overview-figures">
        <NextClass overview={data} member={member} />
        <Attendance overview={data} />
        <Cases overview={data} member={member} />
      </dl>
      <Timeline member={member} />
      {data.months && <WalletCurve months={data.months} wallet={member.wallet} />}
    </div>
  )
}

function Figure({ label, figure, children }: { label: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{figure}</strong>
        <small>{children}</small>
      </dd>
    </div>
  )
}

interface FigureProps {
  overview: MemberOverview
}

function NextClass({ overview: { nextClass }, member }: FigureProps & { member: MemberDetail }) {
  if (!nextClass)
    return (
      <Figure label={t('Next class')} figure={t('None')}>
        {t('No class is planned')}
      </Figure>
    )
  const others = nextClass.members.filter(({ _id }) => _id !== member._id)
  return (
    <Figure label={t('Next class')} figure={classTime(nextClass)}>
      {[namesText(others), nextClass.course.name, nextClass.venue].filter(Boolean).join(', ')}
    </Figure>
  )
}

function Attendance({ overview: { attended } }: FigureProps) {
  const label = t('Attendance, {n} days', { n: runwayDays })
  const sum = (of: 'present' | 'marked') => attended.reduce((total, one) => total + one[of], 0)
  const [present, marked] = [sum('present'), sum('marked')]
  if (marked === 0)
    return (
      <Figure label={label} figure={t('None')}>
        {t('No class was marked')}
      </Figure>
    )
  const people = attended.length > 1 ? attended.map((one) => `${one.name} ${one.present}`).join(', ') : ''
  return (
    <Figure label={label} figure={t('{n} of {m}', { n: present, m: marked })}>
      <b className="overview-share">{`${Math.round((100 * present) / marked)}%`}</b>
      {people && ` · ${people}`}
    </Figure>
  )
}

const outstandingListing: string = '/outstanding-credit/listing'

function Cases({ overview: { owed }, member }: FigureProps & { member: MemberDetail }) {
  const { openOutstanding, _id } = member
  if (openOutstanding === 0)
    return (
      <Figure label={t('Open cases')} figure={t('None')}>
        {t('Nothing attended is unpaid')}
      </Figure>
    )
  return (
    <Figure
      label={t('Open cases')}
      figure={
        <Link to={outstandingListing} search={{ attendedOrPaidBy: _id } as never}>
          {openOutstanding}
        </Link>
      }
    >
      {t('{credit} credits to be paid', { credit: showCredit(owed) })}
    </Figure>
  )
}
