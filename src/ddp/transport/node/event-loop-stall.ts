/** ms between signs of life */
const BEAT = 1000
/** ms without one. Clients wait 15 s for an answer before they go elsewhere and send again what had none. */
const LOST = 10_000

export interface Standstill {
  /** Whether this process has just stood still for so long that its clients may have gone elsewhere; true once for each time. */
  noticed(): boolean
  stop(): void
}

/**
 * Notices that the whole process stood still: stopped, suspended, or busy. What its clients had sent by then has been sent again elsewhere, and
 * perhaps overtaken there, so it must not be heard.
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
