import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { Form } from '../../ui/form/Form.tsx'
import { cardDigits } from './card-digits.ts'
import type { IdentityNoteProps } from './IdentityReading.tsx'

const IdentityReading = lazyComponent(() => import('./IdentityReading.tsx'))

/** Stands below an I/C number, and has something to say once there are twelve digits. */
export function IdentityNote(props: IdentityNoteProps) {
  const icNo: unknown = Form.useWatch([...(props.within ?? []), 'icNo'], Form.useFormInstance())
  return typeof icNo === 'string' && cardDigits(icNo) ? <IdentityReading {...props} /> : null
}
