import { Page } from '../kit/Page.tsx'

export function OverviewPage() {
  return <Page title="Dashboard" />
}
