import type { Field, Fields } from '@academy/contract/platform/field.ts'
import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/first/Alert.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { showDay } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import { settled } from '../shell/layers.ts'
import type { Difference, EditConflict } from './edit-conflict.ts'
import { knownItems } from './values.ts'
import './edit-conflict-notice.css'

const nothing = '-'
const day = /^\d{4}-\d{2}-\d{2}$/

/** A value as the form shows it. */
function shown(value: unknown, field: Field | undefined): string {
  if (value === null || value === undefined || value === '') return nothing
  if (field?.kind === 'picture') return t('A picture')
  if (field?.kind === 'boolean') return t(value ? 'Yes' : 'No')
  if (field?.kind === 'choice') return t(field.options?.find((one) => one.value === value)?.label ?? String(value))
  if (Array.isArray(value) || typeof value === 'object') {
    const names = knownItems(value).map(({ label }) => label)
    return names.length > 0 ? names.join(', ') : nothing
  }
  return typeof value === 'string' && day.test(value) ? showDay(value) : String(value)
}

export interface EditConflictProps {
  conflict: EditConflict
  fields: Fields
  /** Texts for a field's values of an unusual kind, given all values that must differ. */
  words?: Record<string, (value: unknown, all: unknown[]) => string>
}

/**
 * At the form's end, where the user just clicked: what somebody else changed meanwhile, field by field, theirs and the
 * entered value, with the choice which to keep.
 */
export function EditConflictChoices({ conflict: version, fields, words = {} }: EditConflictProps) {
  const { changed, taken } = version
  const place = useRef<HTMLDivElement>(null)
  const names = [...changed.map(({ name }) => name), ...taken].join()
  useEffect(() => {
    if (!names) return
    // The question before it gives its step of the history back, and with it the scroll of then.
    void settled().then(() => {
      place.current?.scrollIntoView({ block: 'nearest' })
      place.current?.focus({ preventScroll: true })
    })
  }, [names])
  const labelFor = (name: string) => t(fields[name]?.label ?? 'Parents')
  const labelOf = ({ name }: Difference) => labelFor(name)
  const takenOver = taken.length > 0 && (
    <Alert
      type="info"
      title={t('The form has their changes now: {names}', { names: taken.map(labelFor).join(', ') })}
    />
  )
  if (changed.length === 0)
    return (
      <div ref={place} tabIndex={-1} className="edit-conflict-notice">
        {takenOver}
      </div>
    )
  return (
    <div ref={place} tabIndex={-1} className="edit-conflict-notice">
      {takenOver}
      <Alert
        type="warning"
        role="alert"
        title={t('Somebody else changed this meanwhile: {names}', { names: changed.map(labelOf).join(', ') })}
        description={
          <>
            {t('Nothing was saved. Choose for each field what shall stand, then submit again.')}
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('Field')}</th>
                  <th scope="col">{t('Before')}</th>
                  <th scope="col">{t('Theirs')}</th>
                  <th scope="col">{t('Yours')}</th>
                  <th scope="col">{t('Choose')}</th>
                </tr>
              </thead>
              <tbody>
                {changed.map((difference) => {
                  const { name, before, theirs, yours } = difference
                  const label = labelOf(difference)
                  const told = (value: unknown) =>
                    words[name]?.(value, [before, theirs, yours]) ?? shown(value, fields[name])
                  return (
                    <tr key={name}>
                      <th scope="row">{label}</th>
                      <td data-label={t('Before')}>{told(before)}</td>
                      <td data-label={t('Theirs')}>{told(theirs)}</td>
                      <td data-label={t('Yours')}>{told(yours)}</td>
                      <td className="newer-buttons">
                        <Button aria-label={t('Take theirs: {label}', { label })} onClick={() => version.take(name)}>
                          {t('Take theirs')}
                        </Button>
                        <Button aria-label={t('Keep mine: {label}', { label })} onClick={() => version.keep(name)}>
                          {t('Keep mine')}
                        </Button>
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <span className="newer-buttons">
              <Button onClick={version.load}>{t('Reload')}</Button>
              <Button onClick={() => version.keep()}>{t('Keep mine')}</Button>
            </span>
          </>
        }
      />
    </div>
  )
}
