/**
 * A message from a page to its worker: the path and query of the page that is shown, or a request for the list of cached pages, which is
 * answered on the message port.
 */
export type ToWorker = { seen: string } | { list: true }

/** A cached page. `path`: with its query; `sent`: when the server sent it, ms; null if the response had no date */
export interface CachedPageInfo {
  path: string
  title: string
  sent: number | null
}

/** Returns the name of the Web Lock that a page holds while it is open. The name lists the build files that the page was made with. */
export const lockName = (files: readonly string[]): string => `skillshot-page ${files.join(' ')}`

/** Returns the files listed in the name of a page's lock; null if it is another lock. */
export function readFileList(lock: string): string[] | null {
  const [prefix, ...files] = lock.split(' ')
  return prefix === 'skillshot-page' ? files : null
}

/**
 * True if an open page needs the files of an old build: all its files are in the old build, and not all are in the present one too.
 * @param locks the names of all locks that are held
 */
export function isBuildInUse(locks: readonly string[], old: ReadonlySet<string>, currentFiles: ReadonlySet<string>): boolean {
  const all = (files: readonly string[], build: ReadonlySet<string>): boolean => files.every(file => build.has(file))
  return locks.some(lock => {
    const files = readFileList(lock)
    return files !== null && all(files, old) && !all(files, currentFiles)
  })
}
