/** A Chinese name, after the Latin one on the same line. */
export const ChineseName = ({ children }: { children: string }) => (
  <>
    {' '}
    <span lang="zh-Hans" className="zh">
      {children}
    </span>
  </>
)
