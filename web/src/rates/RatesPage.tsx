import { type CoachRate, rates } from '@academy/contract/rates/rates.ts'
import { coachRoleLabels, rateWords } from '@academy/contract/rates/rules.ts'
import { useState } from 'react'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useToday } from '../platform/client/today.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { RowActions } from '../platform/table/rows/RowActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { Button } from '../ui/first/Button.tsx'
import { DeleteIcon } from '../ui/first/icons.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { NewRateButton } from './NewRateButton.tsx'

const RateDialog = lazyComponent(() => import('./RateDialog.tsx'))

/** What coaches are paid, by coach and class. */
export function RatesPage() {
  const list = useList(rates.list, { status: false })
  const [chosen, setChosen] = useState<string>()
  const today = useToday()
  return (
    <Page
      title="Coach Rates"
      subtitle={t('What each coach is paid, and from which day. Only those who may edit coaches see this.')}
      back="/report/coach-settlement"
      actions={<NewRateButton type="primary" />}
    >
      <ListFilters list={list} placeholder="Search coach or class" />
      <ListTable
        label="Coach Rates"
        list={list}
        emptyHint="Set the first rate: one for all classes of a coach, then one for each class that is paid differently."
        columns={[
          { key: 'coach', phone: 'name', title: 'Coach', render: ({ coach }) => coach.name },
          { key: 'course', title: 'Class', render: ({ course }) => course?.name ?? t('All classes') },
          { key: 'role', title: 'Teaches as', render: ({ role }) => t(coachRoleLabels[role]) },
          { key: 'rate', phone: 'figure', title: 'Rate', className: 'nowrap', render: (row) => rateWords(row) },
          {
            key: 'since',
            phone: 'tag',
            title: 'From',
            className: 'nowrap',
            render: ({ since }) => (
              <>
                {showDay(since)} {since > today && <Tag>{t('to come')}</Tag>}
              </>
            ),
          },
        ]}
        actions={(row) => <RateActions rate={row} onChange={() => setChosen(row._id)} />}
      />
      {chosen && <RateDialog rate={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  )
}

function RateActions({ rate, onChange }: { rate: CoachRate; onChange: () => void }) {
  const remove = useAction(rates.remove, {
    danger: true,
    okText: 'Delete',
    effect: () =>
      t('{rate} from {day}. Months that were settled by it change, too.', {
        rate: rateWords(rate),
        day: showDay(rate.since),
      }),
  })
  const name = t('{coach}, {course}, from {day}', {
    coach: rate.coach.name,
    course: rate.course?.name ?? t('All classes'),
    day: showDay(rate.since),
  })
  return (
    <RowActions
      quiet
      name={name}
      act={
        <Button size="small" aria-label={t('Edit {name}', { name })} onClick={onChange}>
          {t('Edit')}
        </Button>
      }
    >
      <ReasonButton
        type="text"
        danger
        icon={<DeleteIcon />}
        may={rates.remove.may}
        loading={remove.sending}
        aria-label={t('Delete {name}', { name })}
        onClick={() => remove.send({ params: { id: rate._id } })}
      >
        {t('Delete')}
      </ReasonButton>
    </RowActions>
  )
}
