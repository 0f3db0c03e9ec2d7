import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClosedNotice } from '../attendance/index.ts'
import { OrderDialog, useOpenOrders } from '../payments/index.ts'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { listedChange } from '../platform/client/wallet-change.ts'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { Allowed, ReasonButton } from '../platform/shell/Guard.tsx'
import { useWaiting } from '../platform/shell/menu/waiting.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { Card } from './Card.tsx'
import { MemberLink, Pages, type Paging } from './parts.tsx'

/** Who came to a class and is no member yet waits beside what is owed. */
function Newcomers() {
  const n = useWaiting()?.newcomers ?? 0
  if (n === 0) return null
  return (
    <>
      {t(n === 1 ? '{n} newcomer to enroll or charge' : '{n} newcomers to enroll or charge', { n })}{' '}
      <Allowed may="outStandingCredit.view">
        <Link to="/outstanding-credit/listing" className="case-newcomers">
          {t('Open')}
        </Link>
      </Allowed>
    </>
  )
}

type OpenCase = Overview['openCases']['items'][number]

/** Attended but not paid, by the wallet that owes, each with what mends it. */
export function OpenCases({ overview: { openCases }, cases }: { overview: Overview; cases: Paging }) {
  return (
    <Card
      id="open-cases"
      title="Attended but not paid"
      tag={openCases.cases > 0 && <Tag color="error">{openCases.cases}</Tag>}
      // They are counted apart, and may come later: at the head they move nothing.
      note={<Newcomers />}
    >
      <CasesList cases={openCases.items} isNone={openCases.total === 0} />
      <Pages of="Attended but not paid" page={cases.page} total={openCases.total} onChange={cases.onPage} />
    </Card>
  )
}

function CasesList({ cases, isNone }: { cases: OpenCase[]; isNone: boolean }) {
  const [buyer, setBuyer] = useState<OpenCase['walletMember']>()
  return (
    <>
      {isNone && <p className="card-nothing">{t('Every class attended is paid for.')}</p>}
      <ul className="case-list" aria-label={t('Attended but not paid')}>
        {cases.map((row) => (
          <li key={row.walletMember._id}>
            <Avatar name={row.walletMember.name} picture={null} size={28} />
            <div className="case-who">
              <MemberLink id={row.walletMember._id} name={row.walletMember.name} chName={row.walletMember.chName} />
              <small>
                {t(
                  row.cases === 1 ? '1 class since {day} · holds {wallet}' : '{n} classes since {day} · holds {wallet}',
                  {
                    n: row.cases,
                    day: showDay(row.oldest),
                    wallet: showCredit(row.walletMember.wallet),
                  },
                )}
              </small>
            </div>
            <strong className="case-owes">{t('owes {n}', { n: showCredit(row.credit) })}</strong>
            {row.covered > 0 ? (
              <CloseButton row={row} />
            ) : (
              <ReasonButton size="small" may={payments.order.may} onClick={() => setBuyer(row.walletMember)}>
                {t('Buy Package')}
              </ReasonButton>
            )}
          </li>
        ))}
      </ul>
      <OrderDialog
        open={buyer !== undefined}
        onClose={() => setBuyer(undefined)}
        {...(buyer ? { member: buyer } : {})}
      />
    </>
  )
}

/** Debits the wallet for the cases it covers, oldest first. */
function CloseButton({ row: { walletMember, cases, covered, walletAfter } }: { row: OpenCase }) {
  const tellClosed = useClosedNotice()
  const close = useAction(attendance.closeOfWallet, {
    ...useOpenOrders(
      () => ({ members: [walletMember._id] }),
      () => {
        const { name, wallet } = walletMember
        const balanceChange = listedChange(name, wallet, walletAfter)
        return covered < cases ? `${balanceChange}, ${t('{n} left open', { n: cases - covered })}` : balanceChange
      },
    ),
    done: false,
    onDone: tellClosed,
  })
  return (
    <ReasonButton
      size="small"
      may={attendance.closeOfWallet.may}
      loading={close.sending}
      onClick={() => close.send({ params: { member: walletMember._id }, body: { outStanding: false } })}
    >
      {cases === 1
        ? t('Close case')
        : covered === cases
          ? t('Close all {n}', { n: cases })
          : t('Close {n} of {m}', { n: covered, m: cases })}
    </ReasonButton>
  )
}
