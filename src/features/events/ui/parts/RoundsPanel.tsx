import type { Shown } from '../event.ts'

/** The rounds of an event with their groups; those who may, enter results. */
export function RoundsPanel(_: { event: Shown }) {
  return null
}
