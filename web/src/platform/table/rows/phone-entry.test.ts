import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhoneEntry, partsOf } from './PhoneEntry.tsx'

test('the name first, the first figure at its right, the state under it, two more in the second line', () => {
  const parts = partsOf([
    { key: 'receivedAt' },
    { key: 'createdBy', phone: 'name' },
    { key: 'packageTitle' },
    { key: 'amount', align: 'right' },
    { key: 'creditPurchase', align: 'right' },
    { key: 'status' },
    { key: 'orNo' },
  ])
  expect([...parts].sort()).toEqual(
    [
      ['receivedAt', 'line'],
      ['createdBy', 'name'],
      ['packageTitle', 'line'],
      ['amount', 'figure'],
      ['creditPurchase', 'none'],
      ['status', 'tag'],
      ['orNo', 'none'],
    ].sort(),
  )
})

test('the state of a centre is where it lies, no status', () => {
  const parts = partsOf([
    { key: 'description', phone: 'name' },
    { key: 'username' },
    { key: 'state' },
    { key: 'isDisable' },
  ])
  expect(Object.fromEntries(parts)).toEqual({ description: 'name', username: 'line', state: 'line', isDisable: 'tag' })
})

test('what is empty is left out, without a dash of its own', () => {
  const cells = {
    name: '-',
    amount: '-',
    username: null,
    note: createElement('span', { className: 'muted' }, '-'),
    place: '-5',
    holidays: 0,
    face: createElement('img', { alt: '' }),
    status: createElement('em', null, 'Active'),
  }
  const part = { name: 'name', amount: 'figure', status: 'tag' } as const
  const columns = Object.keys(cells).map((key) => ({ key, title: key, phone: Reflect.get(part, key) ?? 'line' }))
  const entry = { columns, cell: ({ key }: { key: string }) => Reflect.get(cells, key), id: 'of-a-row' }
  const html = renderToStaticMarkup(createElement(PhoneEntry, entry))
  // Whoever has no name still has a row.
  expect(html).toContain('<div id="of-a-row" class="entry-name">-</div>')
  expect(html).toContain('<div class="entry-figure"></div>')
  expect(html).toContain('<div class="entry-line"><span>-5</span><span>0</span><span><img alt=""/></span></div>')
  expect(html).toContain('<div class="entry-tag"><em>Active</em></div>')
})
