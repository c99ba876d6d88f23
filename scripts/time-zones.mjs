import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import moment from 'moment-timezone'
import { root } from './build.mjs'

/** Events are in these years. Before the first and after the last, what held then goes on. */
const [FROM, TO] = [Date.UTC(2000, 0), Date.UTC(2040, 0)]

export const ZONE_RULES_FILE = join(root, 'src/platform/ui/time/zone-rules.ts')

/** Returns by how many minutes a zone is ahead of UTC, then turn by turn how many minutes pass (base 36, first since 1970) and what holds then. */
function describeZone(name) {
  const { offsets, untils } = moment.tz.zone(name)
  const parts = []
  let [current, since] = [null, 0]
  for (const [i, west] of offsets.entries()) {
    const [begin, end] = [untils[i - 1] ?? -Infinity, untils[i] ?? Infinity]
    const offset = Math.round(-west)
    if (end <= FROM || begin >= TO || offset === current) continue
    if (current !== null) {
      const minute = begin / 60_000
      parts.push((minute - since).toString(36))
      since = minute
    }
    parts.push(offset)
    current = offset
  }
  return parts.join(' ')
}

/** Returns the module with the rules of all time zones, as the installed `moment-timezone` has them from the IANA. */
export function writeZoneRules() {
  const rules = new Map()
  for (const name of moment.tz.names()) {
    const rule = describeZone(name)
    rules.set(rule, [...(rules.get(rule) ?? []), name])
  }
  const lines = [...rules].map(([rule, names]) => `${names.sort().join(' ')}|${rule}`).sort()
  return `// Written by \`npm run time-zones\`: the rules of the IANA's release ${moment.tz.dataVersion}.

/**
 * One line for zones that have the same rules from 2000 to 2039: their names, then by how many minutes they are ahead of UTC, then turn by
 * turn how many minutes pass until the clocks change (in base 36; the first since 1970) and by how many minutes they are ahead from then on.
 */
export const ZONE_RULES = \`${lines.join('\n')}\`
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ZONE_RULES_FILE, writeZoneRules())
