import { memberFileName, memberFiles } from '@academy/contract/members/import.ts'
import { CloseOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '../kit/api-error.ts'
import { download, type QueryValue } from '../kit/client.ts'
import { listQuery, useListState } from '../kit/list-state.ts'
import { notice } from '../kit/notices.tsx'
import { t } from '../kit/words.ts'

/** Downloads what the list shows with its present search, status and order, all pages of it. */
export function ExportButton({ query }: { query: Record<string, QueryValue> }) {
  const { state } = useListState()
  const under = useRef<AbortController>(undefined)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => under.current?.abort(), [])

  async function save() {
    const attempt = new AbortController()
    under.current = attempt
    setBusy(true)
    const { offset: _, limit: __, ...filters } = listQuery(state, { query })
    try {
      await download(memberFiles.exportExcel, { query: filters, signal: attempt.signal }, memberFileName)
    } catch (error) {
      if (attempt.signal.aborted) notice.info('The export was cancelled')
      else notice.error(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={save}>
        {t('Export to Excel')}
      </Button>
      {busy && (
        <Button icon={<CloseOutlined aria-hidden />} onClick={() => under.current?.abort()}>
          {t('Cancel export')}
        </Button>
      )}
    </>
  )
}
