import type { Endpoint, FileResult } from '@academy/contract/platform/endpoint.ts'
import type { Report } from '@academy/contract/reports/report.ts'
import type { z } from 'zod'
import type { CallInput } from '../platform/client/call-input.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { Allowed, ReasonButton } from '../platform/shell/Guard.tsx'
import { FileTextIcon, SheetIcon } from '../ui/first/icons.ts'
import type { Draft } from './report-draft.ts'

export type FileEndpoint = Endpoint<string, z.ZodType, z.ZodType, FileResult>

interface ExportButtonsProps {
  report: Report
  excel: FileEndpoint
  pdf: FileEndpoint
  /** The filters of what the screen shows; the file has all pages of it. */
  filters: Draft
  /** The filters were changed since. */
  isChanged: boolean
}

const notSearched = 'The filters were changed and not searched yet. Press Search first: a file holds what is shown.'

/** Exports the report as shown on the screen. */
export function ExportButtons({ report, excel, pdf, filters, isChanged }: ExportButtonsProps) {
  const workbook = useDownload()
  const print = useDownload()
  const reason = isChanged && notSearched
  const input: CallInput<FileEndpoint> = { query: filters, params: undefined }
  return (
    <>
      <Allowed may={excel.may}>
        <ReasonButton
          reason={reason}
          icon={<SheetIcon aria-hidden />}
          loading={workbook.busy}
          onClick={() => workbook.save(excel, input, report.file)}
        >
          {t('Export to Excel')}
        </ReasonButton>
      </Allowed>
      <Allowed may={pdf.may}>
        <ReasonButton
          reason={reason}
          icon={<FileTextIcon aria-hidden />}
          loading={print.busy}
          onClick={() => print.save(pdf, input, report.file.replace(/\.xlsx$/, '.pdf'))}
        >
          {t('Print PDF')}
        </ReasonButton>
      </Allowed>
    </>
  )
}
