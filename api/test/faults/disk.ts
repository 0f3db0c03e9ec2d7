import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './client.ts'

/** A file system of its own (ext4 on a loop device), so that it can be full, or lose what was not synced. */
export interface Disk {
  folder: string
  /** Takes all the room that is left. */
  fill(): void
  /** Gives it back. */
  free(): void
  /** From now on nothing is written any more, not even what the file system had begun: as without power. */
  cutPower(): void
  /** Mounts it again, once nobody has a file there: what was synced is back, the rest is gone. */
  plugIn(): Promise<void>
  remove(): void
}

const size = 8 * 2 ** 30

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}

/** FS_IOC_SHUTDOWN without a flush of the journal, which Node has no call for. */
const shutdown = 'open(my $on, "<", $ARGV[0]) or die $!; my $how = pack("I", 2); ioctl($on, 0x8004587d, $how) or die $!'

/** Mounts a new one. Throws, saying what is missing, where that is not possible. */
export function newDisk(): Disk {
  if (process.getuid?.() !== 0) throw new Error('only root can mount a file system')
  const home = mkdtempSync(join(tmpdir(), 'academy-disk-'))
  const [image, folder] = [join(home, 'image'), join(home, 'mounted')]
  mkdirSync(folder)
  const mount = () => run('mount', '-o', 'loop', image, folder)
  try {
    // Sparse: it takes what is written to it.
    writeFileSync(image, '')
    truncateSync(image, size)
    run('mkfs.ext4', '-q', '-m', '0', image)
    run('perl', '-e', '1')
    mount()
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
  const mark = join(folder, 'mark')
  writeFileSync(mark, '')
  const ballast = join(folder, 'ballast')
  const isUnmounted = () => spawnSync('umount', [folder]).status === 0
  const abandon = () => spawnSync('umount', ['-l', folder])
  process.once('exit', abandon)
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      // Others write meanwhile: what cannot be had in one piece is had in smaller ones.
      for (let bytes = bavail * bsize, piece = 0; bytes >= bsize; bytes = Math.floor(bytes / 2))
        while (spawnSync('fallocate', ['-l', String(bytes), `${ballast}-${piece}`]).status === 0) piece++
    },
    free: () => run('sh', '-c', `rm -f ${ballast}-*`),
    cutPower: () => run('perl', '-e', shutdown, mark),
    async plugIn() {
      await until('nobody has a file on the disk', isUnmounted)
      mount()
    },
    remove() {
      if (!isUnmounted()) abandon()
      process.off('exit', abandon)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
