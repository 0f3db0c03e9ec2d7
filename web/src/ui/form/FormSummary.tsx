import { Fragment, type ReactNode } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { AlertIcon } from '../first/icons.ts'
import { focusControl, useFormInstance } from './form-instance.ts'
import { useRefused } from './wrong-fields.ts'

/** 'Child 2: Gender': a field that stands in each of several groups says in which it is. */
function inGroup(place: Element | null, label: string): string {
  const group = place?.closest('fieldset')
  const groups = group?.parentElement?.querySelectorAll(':scope > fieldset') ?? []
  const isRepeated = [...groups].some(
    (each) => each !== group && [...each.querySelectorAll('label')].some(({ textContent }) => textContent === label),
  )
  return isRepeated ? `${group?.querySelector('legend')?.textContent}: ${label}` : label
}

/**
 * At the top of a form that was refused: how many fields are wrong, with a link to each. Told once for each refusal, gone
 * with the last error.
 */
export function FormSummary() {
  const { refusals, of, fields } = useRefused(useFormInstance().wrong)
  const count = fields.length
  // A form of one field has its message in sight.
  if (count === 0 || of < 2) return null
  return (
    <div key={refusals} role="alert" aria-relevant="additions" className="form-summary">
      <AlertIcon aria-hidden />
      <p>
        <strong>
          {count === 1
            ? t('Not saved yet: 1 field needs attention.')
            : t('Not saved yet: {n} fields need attention.', { n: count })}
        </strong>{' '}
        {fields.map(({ id, label, place }, index) => (
          <Fragment key={id}>
            {index > 0 && ' · '}
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                focusControl(id)
              }}
            >
              {inGroup(place(), label)}
            </a>
          </Fragment>
        ))}
      </p>
    </div>
  )
}

/** The buttons at a form's end, which stay in sight; at the right how many fields are wrong. */
export function FormFoot({ children }: { children: ReactNode }) {
  const { fields } = useRefused(useFormInstance().wrong)
  const count = fields.length
  return (
    <div className="form-buttons">
      {children}
      {count > 0 && (
        <span className="form-wrong">
          {count === 1 ? t('1 field needs attention') : t('{n} fields need attention', { n: count })}
        </span>
      )}
    </div>
  )
}
