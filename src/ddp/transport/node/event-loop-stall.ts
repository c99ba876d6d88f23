/** ms between two ticks */
const TICK_MS = 1000
/** ms without a tick that count as a stall. Clients wait 15 s for an answer, then reconnect elsewhere and resend unanswered messages. */
const STALL_MS = 10_000

export interface StallDetector {
  /** True if the process has just stalled for so long that its clients may have reconnected elsewhere; true only once per stall. */
  hasStalled(): boolean
  stop(): void
}

/**
 * Detects that the whole process stood still: stopped, suspended, or busy. Messages that its clients had sent by then may have been resent
 * to another node and overtaken there, so they must not be processed here.
 */
export function detectStalls(now: () => number, onStall: () => void): StallDetector {
  let last = now()
  const check = (): boolean => {
    const stalled = now() - last > STALL_MS
    if (stalled) {
      last = now()
      onStall()
    }
    return stalled
  }
  const ticker = setInterval(() => {
    check()
    last = now()
  }, TICK_MS)
  ticker.unref()
  return { hasStalled: check, stop: () => clearInterval(ticker) }
}
