/** How a person likes the lists: the height of the rows, and which columns a list shows. Remembered on the device. */
import { useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/first/Button.tsx'
import { ColumnsIcon, RowsIcon } from '../../ui/first/icons.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { t } from '../client/i18n.ts'
import { listeners } from '../client/listeners.ts'
import { parsedItem, store } from '../client/session/storage.ts'
import { applyRowHeight, isCompact, rowHeightKey } from '../shell/row-height.ts'
import { FootMenu } from './FootMenu.tsx'
import type { Column } from './list-columns.ts'

const columnsKey = 'hidden-columns'
const hiddenColumns = z.record(z.string(), z.array(z.string()))
const { notify, subscribe } = listeners()
let hidden: z.output<typeof hiddenColumns> | undefined

const read = () => (hidden ??= hiddenColumns.safeParse(parsedItem(columnsKey)).data ?? {})

/** The columns of a list that are not shown. */
export const useHidden = (list: string): readonly string[] => useSyncExternalStore(subscribe, read)[list] ?? none
const none: readonly string[] = []

export function hide(list: string, keys: string[]) {
  hidden = { ...read(), [list]: keys }
  store(columnsKey, JSON.stringify(hidden))
  notify()
}

/** The columns of a list that this person wants to see; the first one always. */
export function useWanted<Row>(list: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const unwanted = useHidden(list)
  return unwanted.length > 0 ? columns.filter(({ key }, at) => at === 0 || !unwanted.includes(key)) : columns
}

interface ListToolsProps {
  /** The list's name, under which its columns are remembered. */
  list: string
  columns: readonly Pick<Column<never>, 'key' | 'title'>[]
}

/** Two buttons at a list's foot. */
export function ListTools({ list, columns }: ListToolsProps) {
  const [compact, setCompact] = useState(isCompact)
  const unwanted = useHidden(list)

  function changeHeight() {
    store(rowHeightKey, compact ? 'comfortable' : 'compact')
    applyRowHeight()
    setCompact(!compact)
  }
  return (
    <div className="list-tools">
      <Button
        type="text"
        size="small"
        icon={<RowsIcon />}
        aria-label={t('Compact rows')}
        aria-pressed={compact}
        onClick={changeHeight}
      />
      <FootMenu
        icon={<ColumnsIcon />}
        aria-label={t('Columns')}
        className="columns-menu"
        label={t('Columns')}
        content={() => (
          <>
            <strong>{t('Columns')}</strong>
            {columns.slice(1).map(({ key, title }) => (
              <Checkbox
                key={key}
                checked={!unwanted.includes(key)}
                onChange={({ target }) =>
                  hide(list, target.checked ? unwanted.filter((each) => each !== key) : [...unwanted, key])
                }
              >
                {t(title)}
              </Checkbox>
            ))}
          </>
        )}
      />
    </div>
  )
}
