import { memberFileName, memberFiles } from '@academy/contract/members/import.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { QueryValue } from '../kit/client.ts'
import { listQuery, useListState } from '../kit/list-state.ts'
import { useDownload } from '../kit/use-download.ts'
import { t } from '../kit/words.ts'

/** Downloads what the list shows with its present search, status and order, all pages of it. */
export function ExportButton({ query }: { query: Record<string, QueryValue> }) {
  const { state } = useListState()
  const { busy, save } = useDownload()
  const { offset: _, limit: __, ...filters } = listQuery(state, { query })
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={busy}
      onClick={() => save(memberFiles.exportExcel, { query: filters }, memberFileName)}
    >
      {t('Export to Excel')}
    </Button>
  )
}
