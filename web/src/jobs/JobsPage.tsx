import { type JobState, jobs, jobWords } from '@academy/contract/jobs/jobs.ts'
import { useEffect } from 'react'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { portalTime } from '../platform/client/today.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Backups } from './Backups.tsx'
import { Ended } from './Ended.tsx'
import './jobs.css'

/** Jobs run by themselves, so nothing tells this page. */
const pollMs = 5_000

/** What the portal does by itself and how it went, and the back-ups that it keeps. */
export function JobsPage() {
  const { data, refetch } = useCall(jobs.state, undefined)
  useEffect(() => {
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <Page
      title="Jobs and Back-ups"
      subtitle="What the portal does by itself. Of several portals on one database one does it."
      loading={!data}
    >
      {data && <Jobs list={data.list} />}
      {data && <Backups kept={data.backups} trial={data.list.find(({ name }) => name === 'trial')} />}
    </Page>
  )
}

const Jobs = ({ list }: { list: readonly JobState[] }) => (
  <section aria-labelledby="jobs">
    <h2 id="jobs">{t('Jobs')}</h2>
    <DataTable
      label={t('Jobs')}
      rowKey="name"
      rows={list}
      columns={[
        {
          title: t('Job'),
          render: ({ name }) => (
            <span className="job-name">
              {t(jobWords[name].title)}
              <small className="muted">{t(jobWords[name].about)}</small>
            </span>
          ),
        },
        { title: t('Runs'), className: 'nowrap', render: whenOf },
        {
          title: t('Last Run'),
          render: ({ startedAt }) => (startedAt ? showInstant(startedAt) : '-'),
        },
        { title: t('Result'), className: 'breaks', render: (job) => <Result of={job} /> },
        { title: t('Next Run'), render: nextOf },
        { title: t('Action'), align: 'right', render: (job) => <RunNow job={job} /> },
      ]}
    />
  </section>
)

const whenOf = ({ daily, monthly, every }: JobState) => {
  if (daily) return t('daily at {time}', { time: daily })
  if (monthly) return t('on the 1st at {time}', { time: monthly })
  return t('every {n} min', { n: Math.round((every ?? 0) / 60) })
}

const isDue = ({ nextAt }: JobState) => nextAt === null || Date.parse(nextAt) <= portalTime()

const nextOf = (job: JobState) => {
  if (job.runningOn) return '-'
  return isDue(job) ? t('now') : showInstant(job.nextAt)
}

const Result = ({ of }: { of: JobState }) => (
  <>
    {of.isLate && <Tag color="warning">{t('Late')}</Tag>} <Ended of={of} />
  </>
)

function RunNow({ job }: { job: JobState }) {
  const run = useAction(jobs.run)
  const { title } = jobWords[job.name]
  return (
    <ReasonButton
      size="small"
      may={jobs.run.may}
      loading={run.sending}
      reason={job.runningOn && 'It is running already'}
      aria-label={t('Run Now: {job}', { job: title })}
      onClick={() => run.send({ params: { name: job.name } })}
    >
      {t('Run Now')}
    </ReasonButton>
  )
}
