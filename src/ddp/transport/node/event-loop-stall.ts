/** ms between two ticks */
const BEAT = 1000
/** ms without a tick that count as a stall. Clients wait 15 s for an answer, then reconnect elsewhere and resend unanswered messages. */
const LOST = 10_000

export interface Standstill {
  /** True if the process has just stalled for so long that its clients may have reconnected elsewhere; true only once per stall. */
  noticed(): boolean
  stop(): void
}

/**
 * Detects that the whole process stood still: stopped, suspended, or busy. Messages that its clients had sent by then may have been resent
 * to another node and overtaken there, so they must not be processed here.
 */
export function watchForStandstill(now: () => number, noticed: () => void): Standstill {
  let last = now()
  const check = (): boolean => {
    const lost = now() - last > LOST
    if (lost) {
      last = now()
      noticed()
    }
    return lost
  }
  const beat = setInterval(() => {
    check()
    last = now()
  }, BEAT)
  beat.unref()
  return { noticed: check, stop: () => clearInterval(beat) }
}
