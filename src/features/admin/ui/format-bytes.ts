import * as m from '#messages'
import { plainDecimal, plainNumber } from '#platform/ui/format/ssr-format.ts'

const UNITS = ['B', 'kB', 'MB', 'GB']

/** Formats a size as "3.4 MB", in steps of 1000. */
export function formatBytes(bytes: number): string {
  const step = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const scaled = bytes / 1000 ** step
  return `${scaled >= 100 || step === 0 ? Math.round(scaled) : plainDecimal(scaled, 1)} ${UNITS[step]}`
}

/** Formats the hit rate as "87%", or "–" if there was no access. */
export const formatRate = ({ hits, misses }: { hits: number; misses: number }): string =>
  hits + misses === 0 ? '–' : `${Math.floor((hits / (hits + misses)) * 100)}%`

const COUNT_MESSAGES = { score: m.ui_count_scores, user: m.admin_roles_users }

/** The parameters of a message that counts something. */
export const countParams = (count: number): { count: number; n: string } => ({ count, n: plainNumber(count) })

/** Returns "1 score", "1,234 scores". */
export const formatCount = (count: number, what: keyof typeof COUNT_MESSAGES): string => COUNT_MESSAGES[what](countParams(count))
