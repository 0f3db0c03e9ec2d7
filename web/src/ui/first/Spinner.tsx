import { BusyIcon } from './icons.ts'

/** Turns while something is on its way; what is awaited is said beside it. */
export const Spinner = ({ size }: { size?: 'large' }) => (
  <span className={size ? `spinner spinner-${size}` : 'spinner'}>
    <BusyIcon />
  </span>
)
