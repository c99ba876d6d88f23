/** `details` of the error that a suspended user gets. @property until ms since 1970; null: until an administrator lifts the suspension */
export interface SuspensionDetails {
  suspension: { reason: string; until: number | null }
}

/** Returns what the details of an error say of a suspension; null: the error is another one. */
export function readSuspension(details: unknown): SuspensionDetails['suspension'] | null {
  const { suspension } = (details ?? {}) as { suspension?: Partial<SuspensionDetails['suspension']> }
  if (typeof suspension?.reason !== 'string' || (typeof suspension.until !== 'number' && suspension.until !== null)) return null
  return { reason: suspension.reason, until: suspension.until }
}
