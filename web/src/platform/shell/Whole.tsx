/** A text whose days and numbers of papers stay whole: after their hyphens a line may end, as 'CC-' and '2026-0020'. */
export const Whole = ({ in: text }: { in: string }) =>
  text.split(/((?:\d\d-\d\d|[A-Z]+-\d{4})-\d+)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, two of which may be alike
    <span key={at} className={at % 2 ? 'nowrap' : undefined}>
      {part}
    </span>
  ))
