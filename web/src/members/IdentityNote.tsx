import { lazyComponent } from '../platform/client/lazy.ts'
import { Form } from '../ui/form/Form.tsx'
import { cardDigits } from './card-digits.ts'

const IdentityReading = lazyComponent(() => import('./IdentityReading.tsx'))

export interface IdentityNoteProps {
  /** Path of the member's group in the form's values. */
  within?: readonly (string | number)[]
  /** The member being edited. */
  own?: string | undefined
}

/** Stands below an I/C number, and has something to say once there are twelve digits. */
export function IdentityNote(props: IdentityNoteProps) {
  const icNo: unknown = Form.useWatch([...(props.within ?? []), 'icNo'], Form.useFormInstance())
  return typeof icNo === 'string' && cardDigits(icNo) ? <IdentityReading {...props} /> : null
}
