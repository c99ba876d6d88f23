/** What a page tells its worker: the address that it shows, with its query; or a question for the pages that are kept, answered on the port. */
export type ToWorker = { seen: string } | { list: true }

/** A page that is kept. `path`: with its query; `sent`: ms; null: the server did not say */
export interface KeptPage {
  path: string
  title: string
  sent: number | null
}

/** The name of the lock that a page holds as long as it is there: by the files of its build that it was made with. */
export const lockName = (files: readonly string[]): string => `skillshot-page ${files.join(' ')}`

/** The files of a lock's name; null: it is another lock. */
export function readFileList(lock: string): string[] | null {
  const [prefix, ...files] = lock.split(' ')
  return prefix === 'skillshot-page' ? files : null
}

/** Whether a page is there that needs the files of an old build: made of them, and not of the present ones too. @param locks the names of all that are held */
export function isNeeded(locks: readonly string[], old: ReadonlySet<string>, present: ReadonlySet<string>): boolean {
  const all = (files: readonly string[], build: ReadonlySet<string>): boolean => files.every(file => build.has(file))
  return locks.some(lock => {
    const files = readFileList(lock)
    return files !== null && all(files, old) && !all(files, present)
  })
}
