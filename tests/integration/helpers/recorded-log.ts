import { createLog, type Log } from '#platform/log/log.ts'

export interface LogLine {
  level: number
  msg: string
  requestId?: string
  requestIds?: string[]
  [key: string]: unknown
}

/** A log that a test can read. */
export class RecordedLog {
  readonly all: LogLine[] = []
  /** all lines as they were written */
  text = ''
  readonly log: Log
  #waiters: { passes(line: LogLine): boolean; resolve(line: LogLine): void }[] = []

  constructor(level: string) {
    this.log = createLog(level, { write: text => this.#receive(text) })
  }

  /** Resolves with the first line that matches, written already or later. */
  waitForLine(matches: (line: LogLine) => boolean): Promise<LogLine> {
    const existing = this.all.find(matches)
    if (existing !== undefined) return Promise.resolve(existing)
    return new Promise(resolve => this.#waiters.push({ passes: matches, resolve }))
  }

  /** Returns the SQL statements that were run for a request, each on one line. */
  statements(requestId: string): string[] {
    return this.all.filter(line => line.msg === 'statement' && line.requestId === requestId).map(line => String(line.sql))
  }

  #receive(text: string): void {
    this.text += text
    const line = JSON.parse(text) as LogLine
    this.all.push(line)
    this.#waiters = this.#waiters.filter(({ passes: matches, resolve }) => {
      if (matches(line)) resolve(line)
      return !matches(line)
    })
  }
}
