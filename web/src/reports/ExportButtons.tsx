import type { FileResult, Route } from '@academy/contract/kit/route.ts'
import type { Report } from '@academy/contract/reports/report.ts'
import { FileExcelOutlined, FilePdfOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { z } from 'zod'
import type { CallInput } from '../kit/client.ts'
import { Allowed } from '../kit/Guard.tsx'
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
}

/** Takes the report away as it stands on the screen. */
export function ExportButtons({ report, excel, pdf, asked }: ExportButtonsProps) {
  const workbook = useDownload()
  const print = useDownload()
  const input: CallInput<FileRoute> = { query: asked, params: undefined }
  return (
    <>
      <Allowed may={excel.may}>
        <Button
          icon={<FileExcelOutlined aria-hidden />}
          loading={workbook.busy}
          onClick={() => workbook.save(excel, input, report.file)}
        >
          {t('Export to Excel')}
        </Button>
      </Allowed>
      <Allowed may={pdf.may}>
        <Button
          icon={<FilePdfOutlined aria-hidden />}
          loading={print.busy}
          onClick={() => print.save(pdf, input, report.file.replace(/\.xlsx$/, '.pdf'))}
        >
          {t('Print PDF')}
        </Button>
      </Allowed>
    </>
  )
}
