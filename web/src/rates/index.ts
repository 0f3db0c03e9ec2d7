/** What other modules may use of rates. */
export { NewRateButton } from './NewRateButton.tsx'
export { RatesPage } from './RatesPage.tsx'
