import type { ImportUpdate } from '@academy/contract/members/import.ts'
import { useState } from 'react'
import { showDay, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useFromSm } from '../../platform/shell/appearance.ts'
import { DataTable } from '../../ui/first/DataTable.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { toConfirm } from './import-file.ts'

const rowsShown = 10

interface UpdatesProps {
  updates: readonly ImportUpdate[]
  confirmed: readonly string[]
  onConfirmed: (confirmed: readonly string[]) => void
}

/** The members a file would change, field by field; a changed name must be confirmed row by row. */
export function ImportUpdates({ updates, confirmed, onConfirmed }: UpdatesProps) {
  const isWide = useFromSm()
  const [onlyOthers, setOnlyOthers] = useState(false)
  const others = toConfirm(updates)
  const toggle = (row: string, isTicked: boolean) =>
    onConfirmed(isTicked ? [...confirmed, row] : confirmed.filter((each) => each !== row))
  // For a row with problems the changes are not known yet.
  const shown = (onlyOthers ? others : updates).filter(({ changes }) => changes.length > 0)
  if (shown.length === 0 && others.length === 0) return null
  return (
    <>
      <p>{t('These members are changed:')}</p>
      {others.length > 0 && (
        <>
          <p className="import-warning" role="status">
            {t(
              others.length === 1
                ? 'One row has another name than the member it would overwrite. Tick it if it is the same person, {ticked} ticked.'
                : '{n} rows have another name than the member they would overwrite. Tick each of them if it is the same person, {ticked} ticked.',
              {
                n: others.length,
                ticked: confirmed.length,
              },
            )}
          </p>
          <Checkbox checked={onlyOthers} onChange={({ target }) => setOnlyOthers(target.checked)}>
            {t('Only rows whose name differs')}
          </Checkbox>
        </>
      )}
      <DataTable
        label={t('Changes')}
        className="import-stacked"
        rowKey="row"
        rows={shown}
        pageSize={rowsShown}
        columns={[
          {
            title: t('Row'),
            width: 60,
            ...(isWide ? { align: 'right' } : {}),
            render: ({ row }) => <RowNumber row={row} />,
          },
          { title: t('Member'), width: 220, render: ({ member }) => <MemberIdentity member={member} /> },
          { title: t('Changes'), render: ({ changes }) => <Changes changes={changes} /> },
          ...(others.length > 0
            ? [
                {
                  title: t('Same person'),
                  width: 120,
                  render: ({ row, confirm }: ImportUpdate) =>
                    confirm && (
                      <Checkbox
                        aria-label={t('Row {row} is the same person', { row })}
                        checked={confirmed.includes(confirm)}
                        onChange={({ target }) => toggle(confirm, target.checked)}
                      >
                        <span className="import-narrow">{t('Same person')}</span>
                      </Checkbox>
                    ),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}

/** Includes the column heading where a narrow screen stacks the columns. */
export const RowNumber = ({ row }: { row: number }) => (
  <>
    <span className="import-narrow">{t('Row')} </span>
    {row}
  </>
)

/** A member with what distinguishes two of the same name. */
function MemberIdentity({ member }: { member: ImportUpdate['member'] }) {
  const facts = [
    t(member.kind.charAt(0).toUpperCase() + member.kind.slice(1)),
    member.dob && showDay(member.dob),
    member.icEnd && t('I/C ends {end}', { end: member.icEnd }),
    member.phoneNo && showPhone(member.phoneNo),
    member.parents.length > 0 && t('of {parents}', { parents: member.parents.join(', ') }),
  ].filter(Boolean)
  return (
    <div className="import-who">
      <strong>{member.name}</strong> {member.chName}
      <div className="muted import-facts">
        {facts.map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </div>
    </div>
  )
}

const shownValue = (field: string, value: string | null) => (value && field === 'dob' ? showDay(value) : (value ?? '-'))

function Changes({ changes }: Pick<ImportUpdate, 'changes'>) {
  return (
    <ul className="import-changes">
      {changes.map(({ field, label, from, to }) => (
        <li key={field}>
          <span className="muted">{t(label)}:</span> <del>{shownValue(field, from)}</del> →{' '}
          <ins>{shownValue(field, to)}</ins>
        </li>
      ))}
    </ul>
  )
}
