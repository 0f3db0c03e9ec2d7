import { memberFileName, memberFiles } from '@academy/contract/members/import.ts'
import type { QueryValue } from '../../platform/client/call-input.ts'
import { useDownload } from '../../platform/client/downloads/use-download.ts'
import { t } from '../../platform/client/i18n.ts'
import { flushTyped } from '../../platform/form/debounce.ts'
import { type Address, useReadAddress } from '../../platform/table/address.ts'
import { listQuery, listStateOf } from '../../platform/table/list-query.ts'
import { Button } from '../../ui/first/Button.tsx'
import { DownloadIcon } from '../../ui/first/icons.ts'

/** Downloads what the list shows, with its search, status and order, all pages of it. */
export function ExportButton({ queryIn }: { queryIn: (address: Address) => Record<string, QueryValue> }) {
  const readAddress = useReadAddress()
  const { busy, save } = useDownload()
  async function exportShown() {
    // The last key typed into the search box may not be in the address yet.
    await flushTyped()
    const address = readAddress()
    const { offset: _, limit: __, ...query } = listQuery(listStateOf(address), { query: queryIn(address) })
    await save(memberFiles.exportExcel, { query }, memberFileName)
  }
  return (
    <Button icon={<DownloadIcon aria-hidden />} loading={busy} onClick={exportShown}>
      {t('Export to Excel')}
    </Button>
  )
}
