import type { FileResult, Route } from '@academy/contract/kit/route.ts'
import type { Report } from '@academy/contract/reports/report.ts'
import { FileExcelOutlined, FilePdfOutlined } from '@ant-design/icons'
import type { z } from 'zod'
import type { CallInput } from '../kit/client.ts'
import { Allowed, ReasonButton } from '../kit/Guard.tsx'
import { useDownload } from '../kit/use-download.ts'
import { t } from '../kit/words.ts'
import type { Draft } from './ReportFilters.tsx'

export type FileRoute = Route<string, z.ZodType, z.ZodType, FileResult>

interface ExportButtonsProps {
  report: Report
  excel: FileRoute
  pdf: FileRoute
  /** What the screen shows, all pages of it. */
  asked: Draft
  /** The filters say something else by now. */
  isChanged: boolean
}

const notSearched = 'The filters were changed and not searched yet. Press Search first: a file holds what is shown.'

/** Takes the report away as it stands on the screen. */
export function ExportButtons({ report, excel, pdf, asked, isChanged }: ExportButtonsProps) {
  const workbook = useDownload()
  const print = useDownload()
  const reason = isChanged && notSearched
  const input: CallInput<FileRoute> = { query: asked, params: undefined }
  return (
    <>
      <Allowed may={excel.may}>
        <ReasonButton
          reason={reason}
          icon={<FileExcelOutlined aria-hidden />}
          loading={workbook.busy}
          onClick={() => workbook.save(excel, input, report.file)}
        >
          {t('Export to Excel')}
        </ReasonButton>
      </Allowed>
      <Allowed may={pdf.may}>
        <ReasonButton
          reason={reason}
          icon={<FilePdfOutlined aria-hidden />}
          loading={print.busy}
          onClick={() => print.save(pdf, input, report.file.replace(/\.xlsx$/, '.pdf'))}
        >
          {t('Print PDF')}
        </ReasonButton>
      </Allowed>
    </>
  )
}
