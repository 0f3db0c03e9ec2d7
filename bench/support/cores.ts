/**
 * Cores of one's own for processes that share a machine: parts of its cores, by the quotas of Linux's control groups, version 1
 * or 2. Who has used up a part waits for the next period.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const isSecond = existsSync(join(root, 'cgroup.controllers'))
/** Where quotas are set, and where the processor time that was used is counted. */
const [quotas, counts] = isSecond ? [root, root] : [join(root, 'cpu'), join(root, 'cpuacct')]
/** Microseconds; short, so that no call waits for long. */
const period = 10_000

/** Those that were made, which outlive who made them. */
const made = new Set<string>()
process.once('exit', () => made.forEach(give))

export interface Cores {
  /** Has processes, and those they start from now on, work there. */
  take(pids: readonly number[]): void
  /** Processor seconds so far. */
  used(): number
}

/** So many cores, which need not be whole. Throws where this machine or user cannot give them. */
export function coresOf(name: string, cores: number): Cores {
  const folders = [...new Set([quotas, counts].map((folder) => join(folder, `academy-bench-${process.pid}-${name}`)))]
  const [folder = ''] = folders
  for (const each of folders) made.add(each)
  if (isSecond) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu')
  // The two of version 1 may be one under two names.
  for (const each of folders) if (!existsSync(each)) mkdirSync(each)
  const quota = String(Math.round(cores * period))
  // The weight keeps other work on the machine from taking the part away.
  const settings = isSecond
    ? { 'cpu.max': `${quota} ${period}`, 'cpu.weight': '10000' }
    : { 'cpu.cfs_period_us': String(period), 'cpu.cfs_quota_us': quota, 'cpu.shares': '262144' }
  for (const [setting, value] of Object.entries(settings)) writeFileSync(join(folder, setting), value)
  return {
    take(pids) {
      for (const each of folders) for (const pid of pids) move(pid, each)
    },
    used() {
      const read = (file: string) => readFileSync(join(folders.at(-1) ?? '', file), 'utf8')
      return isSecond
        ? Number(/^usage_usec (\d+)$/m.exec(read('cpu.stat'))?.[1]) / 1e6
        : Number(read('cpuacct.usage')) / 1e9
    },
  }
}

function move(pid: number, folder: string) {
  try {
    writeFileSync(join(folder, 'cgroup.procs'), String(pid))
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Removes a group; who is still in it goes on without a quota. */
function give(folder: string) {
  if (!existsSync(folder)) return
  for (const pid of readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
    move(Number(pid), join(folder, '..'))
  rmdirSync(folder)
}
