export { RatesPage } from '../../rates/index.ts'
export { CoachMonthPage } from './CoachMonthPage.tsx'
export { SettlementPage } from './SettlementPage.tsx'
