import { reports } from '@academy/contract/reports/reports.ts'
import type { ComponentType } from 'react'
import { ReportPage } from './ReportPage.tsx'

/** The page of the report that stands at this path. */
export function reportPage(path: string): ComponentType {
  const found = reports.find(({ report }) => report.path === path)
  if (!found) throw new Error(`There is no report at ${path}`)
  const { report, routes } = found
  return () => <ReportPage report={report} routes={routes} />
}
