/** Aggregates and prints measurements. */
import { cpus, loadavg } from 'node:os'

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Runs the same work several times in sequence. */
export async function repeat<Result>(times: number, work: (round: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < times; round++) results.push(await work(round))
  return results
}

/** A Markdown table, and below it the load of the machine. */
export function print(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')
  console.log(`\n${lines.join('\n')}\n\n${cpus().length} cores, Node ${process.version}, load 1, 5, 15 min: ${load}`)
}
