import { memberFileName, memberFiles } from '@academy/contract/members/import.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type Address, useReadAddress } from '../kit/address.ts'
import type { QueryValue } from '../kit/client.ts'
import { listQuery, listSearch } from '../kit/list-state.ts'
import { sendTyped } from '../kit/typing.ts'
import { useDownload } from '../kit/use-download.ts'
import { t } from '../kit/words.ts'

/** Downloads what the list shows with its present search, status and order, all pages of it. */
export function ExportButton({ queryIn }: { queryIn: (address: Address) => Record<string, QueryValue> }) {
  const readAddress = useReadAddress()
  const { busy, save } = useDownload()
  async function exportShown() {
    // A search of which the last key is half a second old may not be in the address yet.
    await sendTyped()
    const address = readAddress()
    const { offset: _, limit: __, ...query } = listQuery(listSearch.parse(address), { query: queryIn(address) })
    await save(memberFiles.exportExcel, { query }, memberFileName)
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={exportShown}>
      {t('Export to Excel')}
    </Button>
  )
}
