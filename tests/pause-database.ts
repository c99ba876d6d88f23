import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Suspends the embedded Postgres of a site (SIGSTOP). @returns a function that resumes it */
export function pauseDatabase(dataDir: string): () => void {
  const postmaster = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]!
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of [postmaster, ...children]) {
      try {
        process.kill(Number(pid), name)
      } catch (error) {
        // A short-lived process of Postgres may have ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
