import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory that can be filled. */
export interface SmallDisk {
  readonly path: string
  /** Fills the rest of the disk. @returns the bytes written */
  fill(): number
  /** Removes what `fill` wrote. */
  free(): void
  close(): void
}

/** @throws Error if mounting is not permitted */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'skillshot-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmSync(path, { recursive: true })
    throw error
  }
  // If the test runs as root, Postgres runs as another user, who needs access.
  chmodSync(path, 0o755)
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'a')
      let written = 0
      for (const chunk of [Buffer.alloc(1_048_576), Buffer.alloc(4096)]) {
        try {
          for (;;) written += writeSync(file, chunk)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
      closeSync(file)
      return written
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      execFileSync('umount', [path], { stdio: 'pipe' })
      rmSync(path, { recursive: true })
    },
  }
}

/** True if this machine permits mounting a disk. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).close()
    return true
  } catch {
    return false
  }
}
