import './curve.css'

/**
 * Values as a curve over its area, from the lowest at the foot to the highest at the top, with a dot at the last.
 * Decorative: the figures are beside it in words.
 */
export function Curve({ values }: { values: readonly number[] }) {
  const low = Math.min(...values)
  const height = Math.max(...values) - low
  const points = values.map((value, at) => {
    const x = (100 * at) / Math.max(1, values.length - 1)
    // What never changed runs through the middle.
    const y = height === 0 ? 50 : 100 - (100 * (value - low)) / height
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg className="curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="curve-area" d={`${line}V100H0Z`} />
      <path className="curve-line" d={line} />
      <path className="curve-end" d={`M${points.at(-1)}h0`} />
    </svg>
  )
}
