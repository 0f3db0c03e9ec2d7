import { t } from '../../platform/client/i18n.ts'
import { Button } from './Button.tsx'
import { LeftIcon, RightIcon } from './icons.ts'
import './pager.css'

interface PagerProps {
  /** What it turns the pages of. */
  of: string
  /** From 1. */
  page: number
  pageSize: number
  /** Records on all pages. */
  total: number
  onPage: (page: number) => void
  /** Offers these sizes, and what is to happen when one is chosen. */
  sizes?: { offered: readonly number[]; onChange: (size: number) => void }
  /** Says the page of how many instead of offering numbers. */
  compact?: boolean
}

/** The pages to offer: the first, the last, those around the current one; a gap counts as 0. */
export function pagesToOffer(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last)
  // At either end as many numbers as in the middle, so that the line keeps its width.
  if (page <= 3) near.push(2, 3, 4)
  if (page >= last - 2) near.push(last - 3, last - 2, last - 1)
  const offered = [...new Set(near)].filter((each) => each >= 1 && each <= last).sort((a, b) => a - b)
  return offered.flatMap((each, at) => {
    const gap = each - (offered[at - 1] ?? 0)
    return gap === 2 ? [each - 1, each] : gap > 2 ? [0, each] : [each]
  })
}

/** Previous, numbers, next, and how many to a page. */
export function Pager({ of, page, pageSize, total, onPage, sizes, compact = false }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const step = (to: number, label: string, icon: React.ReactNode) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={t(label)}
      disabled={to < 1 || to > last}
      onClick={() => onPage(to)}
    />
  )
  return (
    <nav className="pager" aria-label={t('Pages: {of}', { of })}>
      {step(page - 1, 'Previous page', <LeftIcon />)}
      {compact ? (
        <span className="pager-place">{t('{page} of {last}', { page, last })}</span>
      ) : (
        pagesToOffer(page, last).map((each, at) =>
          each === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two gaps differ in nothing but their place
            <span key={`gap-${at}`} aria-hidden>
              …
            </span>
          ) : (
            <Button
              key={each}
              type="text"
              size="small"
              aria-label={t('Page {page}', { page: each })}
              aria-current={each === page ? 'page' : undefined}
              onClick={() => onPage(each)}
            >
              {each}
            </Button>
          ),
        )
      )}
      {step(page + 1, 'Next page', <RightIcon />)}
      {sizes && (
        <select
          className="pager-size"
          aria-label={t('Rows per page')}
          value={pageSize}
          onChange={({ target }) => sizes.onChange(Number(target.value))}
        >
          {sizes.offered.map((size) => (
            <option key={size} value={size}>
              {t('{size} / page', { size })}
            </option>
          ))}
        </select>
      )}
    </nav>
  )
}
