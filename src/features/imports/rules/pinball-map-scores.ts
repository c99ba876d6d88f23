import { parseLocationAddress } from '#venues/rules/pinball-map.ts'

/** A score that a user of Pinball Map has put up there, the best on its machine. */
export interface PinballMapScore {
  /** its number there */
  id: number
  machine: string
  opdbId: string | null
  value: number
  createdAt: Date
}

/**
 * Reads what Pinball Map answers about a user's scores (`machine_score_xrefs/highest.json`). Rows without a machine or a score are left out.
 * @returns null: it is something else
 */
export function readPinballMapScores(said: unknown): PinballMapScore[] | null {
  const rows = typeof said === 'object' && said !== null && 'highest_scores' in said ? said.highest_scores : null
  if (!Array.isArray(rows)) return null
  return rows.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return []
    const { id, score, created_at: createdAt, machine } = row as Record<string, unknown>
    const { name, opdb_id: opdbId } = (typeof machine === 'object' && machine !== null ? machine : {}) as Record<string, unknown>
    const value = Number(score)
    const at = new Date(String(createdAt))
    const isWhole = Number.isInteger(id) && Number.isSafeInteger(value) && value > 0 && !Number.isNaN(at.getTime()) && at.getTime() >= 0
    if (!isWhole || typeof name !== 'string' || name === '') return []
    return [{ id: Number(id), machine: name.slice(0, 200), opdbId: typeof opdbId === 'string' ? opdbId : null, value, createdAt: at }]
  })
}

const PROFILE = /^(?:https:\/\/(?:www\.)?pinballmap\.com\/(?:api\/v1\/)?users\/)?(\d{1,9})(?:\/profile(?:_info\.json)?)?\/?$/i

/** Returns the number of the user that an address of Pinball Map names, or that was typed alone; null: it names none. */
export function parseUserAddress(address: string): number | null {
  const text = address.trim()
  if (parseLocationAddress(text) !== null) return null
  const digits = PROFILE.exec(text)?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Number(digits)
}
