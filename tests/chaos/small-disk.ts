import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory that can be full. */
export interface SmallDisk {
  readonly path: string
  /** Takes all that is left. @returns bytes that were */
  fill(): number
  /** Gives back what `fill` took. */
  free(): void
  close(): void
}

/** @throws Error where a disk may not be mounted */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'skillshot-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmSync(path, { recursive: true })
    throw error
  }
  // Started by root, Postgres runs as somebody else, who has to get in.
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

/** Whether this machine lets us mount a disk. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).close()
    return true
  } catch {
    return false
  }
}
