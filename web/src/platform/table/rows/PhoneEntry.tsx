import { Fragment, isValidElement, type ReactNode } from 'react'
import { DownIcon } from '../../../ui/first/icons.ts'
import type { Column } from '../list-columns.ts'
import { Opener } from './table-parts.tsx'
import './phone-entry.css'

type Part = NonNullable<Column<never>['phone']>

const states = ['isDisable', 'status', 'outStanding']
const lines = 2

/** Where each column stands on a phone: the first is the name, the first figure at its right, a state under it, two more in the second line. */
export function partsOf(columns: readonly Pick<Column<never>, 'key' | 'align' | 'phone'>[]): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const { key, phone } of columns) if (phone) parts.set(key, phone)
  const taken = (part: Part) => [...parts.values()].filter((each) => each === part).length
  for (const { key, align, phone } of columns) {
    if (phone) continue
    if (taken('name') === 0) parts.set(key, 'name')
    else if (align === 'right' && taken('figure') === 0) parts.set(key, 'figure')
    else if (states.includes(key) && taken('tag') === 0) parts.set(key, 'tag')
    else if (align !== 'right' && taken('line') < lines) parts.set(key, 'line')
    else parts.set(key, 'none')
  }
  return parts
}

interface PhoneEntryProps<Row> {
  columns: readonly Column<Row>[]
  cell: (column: Column<Row>) => ReactNode
  tick?: ReactNode
  acts?: ReactNode
  /** Of what names it. */
  id: string
  /** Shows what left the entry. */
  details?: { open: boolean; onToggle: () => void } | undefined
}

/** Nothing, or the dash of a table's empty cell: without a head over it, it says nothing. */
const isEmpty = (node: ReactNode): boolean =>
  isValidElement<{ children?: ReactNode }>(node) ? node.props.children === '-' : node === '-' || (!node && node !== 0)

/** A row of two lines: name and figure, what it is about and its state. */
export function PhoneEntry<Row>({ columns, cell, tick, acts, id, details }: PhoneEntryProps<Row>) {
  const parts = partsOf(columns)
  const filled = (part: Part) =>
    columns
      .filter(({ key }) => parts.get(key) === part)
      .map((column) => ({ ...column, node: cell(column) }))
      .filter(({ node }) => part === 'name' || !isEmpty(node))
  const shown = (part: Part) => filled(part).map(({ key, node }) => <Fragment key={key}>{node}</Fragment>)
  return (
    <td>
      <div className="entry">
        {tick}
        <div id={id} className="entry-name">
          {shown('name')}
        </div>
        <div className="entry-figure">{shown('figure')}</div>
        <div className="entry-line">
          {filled('line').map(({ key, className, node }) => (
            <span key={key} className={className}>
              {node}
            </span>
          ))}
        </div>
        <div className="entry-tag">{shown('tag')}</div>
        {details && <Opener {...details} of={id} className="entry-more" icon={<DownIcon />} />}
        <div className="entry-acts">{acts}</div>
      </div>
    </td>
  )
}
