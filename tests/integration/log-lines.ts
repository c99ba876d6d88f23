import { createLog, type Log } from '../../src/platform/log/log.ts'

export interface Line {
  level: number
  msg: string
  requestId?: string
  requestIds?: string[]
  [key: string]: unknown
}

/** A log that a test can read. */
export class LogLines {
  readonly all: Line[] = []
  /** all lines as they were written */
  text = ''
  readonly log: Log
  #watches: { passes(line: Line): boolean; resolve(line: Line): void }[] = []

  constructor(level: string) {
    this.log = createLog(level, { write: text => this.#hear(text) })
  }

  /** Resolves with the first line that matches, written already or later. */
  line(passes: (line: Line) => boolean): Promise<Line> {
    const there = this.all.find(passes)
    if (there !== undefined) return Promise.resolve(there)
    return new Promise(resolve => this.#watches.push({ passes, resolve }))
  }

  /** Returns the SQL statements that were run for a request, each on one line. */
  statements(requestId: string): string[] {
    return this.all.filter(line => line.msg === 'statement' && line.requestId === requestId).map(line => String(line.sql))
  }

  #hear(text: string): void {
    this.text += text
    const line = JSON.parse(text) as Line
    this.all.push(line)
    this.#watches = this.#watches.filter(({ passes, resolve }) => {
      if (passes(line)) resolve(line)
      return !passes(line)
    })
  }
}
