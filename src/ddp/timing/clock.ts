/** The only access to the time of day and to timers. Times are milliseconds since 1970, delays are milliseconds. */
export interface Clock {
  now(): number
  after(delay: number, run: () => void): Timer
}

export interface Timer {
  cancel(): void
}
