import { holidays } from '@academy/contract/holidays/holidays.ts'
import { RecordPage } from '../lists/index.ts'
import { HolidayForm } from './HolidayForm.tsx'
import { useHolidaySaving } from './saving.tsx'

/** The create and edit page of a set of holidays. */
export const HolidayPage = () => <RecordPage of={holidays} EntryForm={HolidayForm} useSaving={useHolidaySaving} />
