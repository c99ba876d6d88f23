/** A score given in an event. No rule depends on the order in which attempts arrive. */
export interface Attempt {
  id: string
  entrantId: string
  machineId: string
  /** left out: only the strokes are known, or the attempt was spent without a score */
  value?: number
  /** pin-golf: the ball on which the target was reached */
  strokes?: number
  /** ms: the earlier of when it was achieved and when it was received */
  at: number
  /** rejected by a moderator or the director */
  rejected?: boolean
  /** voided by the director; false again once the void is undone */
  voided?: boolean
  /** arrived after the event's end; does not count in the standings until the director accepts it */
  pending?: boolean
}

/** A time window in which attempts on a machine do not count: from `from` (inclusive) to `to` (exclusive), in ms. */
export interface VoidWindow {
  id: string
  machineId: string
  from: number
  to: number
}
