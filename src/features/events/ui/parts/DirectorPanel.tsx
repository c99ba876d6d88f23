import type { Shown } from '../event.ts'

/** What its director does with an event. */
export function DirectorPanel(_: { event: Shown }) {
  return null
}
