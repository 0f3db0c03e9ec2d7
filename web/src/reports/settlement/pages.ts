export { RatesPage } from '../../rates/index.ts'
export { CoachMonthPage } from './CoachMonthPage.tsx'
