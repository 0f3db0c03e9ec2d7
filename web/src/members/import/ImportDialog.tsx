import {
  type ImportPlan,
  type ImportProblem,
  importLimits,
  memberFiles,
  memberTemplateName,
} from '@academy/contract/members/import.ts'
import { useRef, useState } from 'react'
import { showCredit } from '../../platform/client/dates.ts'
import { useDownload } from '../../platform/client/downloads/use-download.ts'
import { t } from '../../platform/client/i18n.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useFromSm } from '../../platform/shell/appearance.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { DataTable } from '../../ui/first/DataTable.tsx'
import { DownloadIcon, SheetIcon, UploadIcon } from '../../ui/first/icons.ts'
import { Spinner } from '../../ui/first/Spinner.tsx'
import { ImportUpdates, RowNumber } from './ImportUpdates.tsx'
import { alike, toConfirm, unchanged } from './import-file.ts'
import { LastImports } from './LastImports.tsx'
import { useImport } from './use-import.ts'
import './import.css'

/** Import from Excel: choose a file, see what it would do, then import all of it or nothing. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Import from Excel')} width={980} lightDismiss={false}>
      <ImportSteps onClose={onClose} />
    </Dialog>
  )
}

function ImportSteps({ onClose }: { onClose: () => void }) {
  const { file, plan, failure, busy, confirmed, setConfirmed, choose, submit } = useImport(onClose)
  return (
    <div className="import-steps">
      <p className="muted">
        {t('One row for each member, at most {rows} rows. All rows are imported, or none.', {
          rows: importLimits.rows,
        })}{' '}
        <TemplateButton />
      </p>
      <FileDrop file={file} disabled={busy === 'importing'} onFile={choose} />
      <div aria-live="polite" className="import-outcome">
        {busy && (
          <p className="import-busy">
            <Spinner />{' '}
            {busy === 'checking'
              ? t('Checking every row of the file')
              : t('Importing {rows} rows, this can take a minute', { rows: plan?.rows ?? 0 })}
          </p>
        )}
        {failure && (
          <Alert
            type="error"
            title={t(failure.title)}
            description={failure.reason !== failure.title && failure.reason}
          />
        )}
        {plan && <PlanSummary plan={plan} />}
      </div>
      {plan && plan.updates.length > 0 && (
        <ImportUpdates updates={plan.updates} confirmed={confirmed} onConfirmed={setConfirmed} />
      )}
      {!plan && <LastImports />}
      <footer className="import-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <ReasonButton
          type="primary"
          reason={busy ? 'Please wait' : disabledReason(plan, confirmed)}
          loading={busy === 'importing'}
          onClick={submit}
        >
          {t('Import')}
        </ReasonButton>
      </footer>
    </div>
  )
}

/** Why there is nothing to import yet; a missing file is reported when the button is pressed. */
function disabledReason(plan: ImportPlan | undefined, confirmed: readonly string[]): string | false {
  if (!plan) return false
  if (plan.problems.length > 0) return 'Mend the problems first'
  if (plan.create + plan.update === 0) return 'The file changes nothing'
  return toConfirm(plan.updates).length > confirmed.length && 'Confirm each row that gives a member another name first'
}

function TemplateButton() {
  const { busy, save } = useDownload()
  return (
    <Button
      type="link"
      size="small"
      icon={<DownloadIcon aria-hidden />}
      loading={busy}
      onClick={() => save(memberFiles.template, {}, memberTemplateName)}
    >
      {t('Download the template')}
    </Button>
  )
}

interface FileDropProps {
  file: File | undefined
  disabled: boolean
  onFile: (file: File | undefined) => void
}

/** A drop zone for a file, with a button as the alternative. */
function FileDrop({ file, disabled, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setDragOver] = useState(false)
  return (
    <section
      aria-label={t('File to import')}
      className={isDragOver ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragOver(false)
        if (!disabled) onFile(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={importLimits.types.map((type) => `.${type}`).join(',')}
        aria-label={t('File')}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // Otherwise choosing the corrected file of the same name would fire no event.
          event.target.value = ''
        }}
      />
      <SheetIcon aria-hidden className="file-drop-sign" />
      <Button icon={<UploadIcon aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
        {t(file ? 'Choose another file' : 'Choose file')}
      </Button>
      <span className="muted">
        {file ? file.name : t('or drop it here: xlsx or csv, at most {n} KB', { n: importLimits.kilobytes })}
      </span>
    </section>
  )
}

function PlanSummary({ plan }: { plan: ImportPlan }) {
  const figures = [
    { label: 'Rows', value: plan.rows },
    { label: 'To create', value: plan.create },
    { label: 'To update', value: plan.update },
    { label: 'Unchanged', value: unchanged(plan) },
    { label: 'Opening credits', value: showCredit(plan.opening.credits) },
    { label: 'Problems', value: plan.problems.length },
  ]
  return (
    <>
      <dl className="import-figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan.names.length > 0 && (
        <p className="import-names">
          {t('To create')}: {plan.names.join(', ')}
          {plan.create > plan.names.length && ` ${t('and {n} more', { n: plan.create - plan.names.length })}`}
        </p>
      )}
      {plan.problems.length > 0 && (
        <>
          <p>{t('Nothing is imported until these are mended:')}</p>
          <CellTable label="Problems" says="Problem" cells={plan.problems} />
        </>
      )}
      {plan.notes.length > 0 && (
        <>
          <p>{t('Left out of the import:')}</p>
          <CellTable label="Left out" says="Why" cells={plan.notes} />
        </>
      )}
    </>
  )
}

const cellsShown = 10
/** Of the further rows of which the same is said. */
const rowsNamed = 30

function alsoAt(rows: readonly number[]): string {
  const named = t(rows.length === 1 ? 'Also row {rows}' : 'Also rows {rows}', {
    rows: rows.slice(0, rowsNamed).join(', '),
  })
  return rows.length > rowsNamed ? `${named} ${t('and {n} more', { n: rows.length - rowsNamed })}` : named
}

function CellTable({ label, says, cells }: { label: string; says: string; cells: readonly ImportProblem[] }) {
  const isWide = useFromSm()
  return (
    <DataTable
      label={t(label)}
      className="import-stacked"
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      rows={alike(cells)}
      pageSize={cellsShown}
      columns={[
        {
          title: t('Row'),
          width: 70,
          ...(isWide ? { align: 'right' } : {}),
          render: ({ row }) => <RowNumber row={row} />,
        },
        { title: t('Column'), field: 'column', width: 150 },
        {
          title: t(says),
          className: 'import-message',
          render: ({ message, others }) => (
            <div>
              {message}
              {others.length > 0 && <div className="muted">{alsoAt(others)}</div>}
            </div>
          ),
        },
      ]}
    />
  )
}
