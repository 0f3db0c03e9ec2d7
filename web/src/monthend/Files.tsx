import { type MonthEndState, type MonthFile, monthEnd } from '@academy/contract/monthend/month-end.ts'
import { showBytes, showCredit } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'

const kinds = [
  ['pdf', 'PDF'],
  ['xlsx', 'Excel'],
] as const
type Kind = (typeof kinds)[number][0]

interface Paper {
  path: string
  title: string
  files: Partial<Record<Kind, MonthFile>>
}

/** The files by what they are of: 'reports/Collection_Report.pdf' is the Collection Report as PDF. */
function papersOf(files: readonly MonthFile[]): Paper[] {
  const papers = new Map<string, Paper>()
  for (const file of files) {
    const [, path = '', kind] = /^(.*\/.*)\.(pdf|xlsx)$/.exec(file.name) ?? []
    const known = kinds.find(([each]) => each === kind)?.[0]
    if (!known) continue
    const paper = papers.get(path) ?? { path, title: file.title, files: {} }
    paper.files[known] = file
    papers.set(path, paper)
  }
  return [...papers.values()]
}

interface FilesProps {
  of: NonNullable<MonthEndState['closed']>
  /** Why the reader may not take them. */
  forbidden: string | null
}

/** What was kept, each to be downloaded by itself. */
export const Files = ({ of: { files, receipts }, forbidden }: FilesProps) => (
  <section aria-labelledby="month-files">
    <h2 id="month-files">{t('Kept files')}</h2>
    <DataTable
      label={t('Kept files')}
      rowKey="path"
      rows={papersOf(files)}
      columns={[
        { title: t('Document'), field: 'title' },
        {
          title: t('Download'),
          align: 'right',
          render: ({ title, files: of }) => (
            <span className="month-end-files">
              {kinds.map(
                ([kind, words]) =>
                  of[kind] && <Download key={kind} {...{ title, kind, words, forbidden }} file={of[kind]} />,
              )}
            </span>
          ),
        },
      ]}
    />
    <p className="muted">
      {t(
        'The ZIP has them together with the official receipts of the month ({n}), the proof of the books if one was made, a README and a checksum of each file.',
        { n: showCredit(receipts) },
      )}
    </p>
  </section>
)

interface DownloadProps {
  title: string
  kind: Kind
  words: string
  file: MonthFile
  forbidden: string | null
}

function Download({ title, kind, words, file, forbidden }: DownloadProps) {
  const { busy, save } = useDownload()
  const route = kind === 'pdf' ? monthEnd.pdf : monthEnd.excel
  const size = showBytes(file.bytes)
  return (
    <ReasonButton
      size="small"
      may={route.may}
      reason={forbidden}
      loading={busy}
      aria-label={t('{title} as {kind}, {size}', { title, kind: words, size })}
      onClick={() => save(route, { params: { id: file._id } }, file.name.replace(/^.*\//, ''))}
    >
      {words} <small>{size}</small>
    </ReasonButton>
  )
}
