import { localDate } from '../format/ssr-format.ts'
import { ZONE_RULES } from './zone-rules.ts'

/*
 * The clocks of time zones, by the rules that this release brings, so that server and browser agree. What Node and browsers know of them is
 * as old as they are, and governments change their clocks at a few weeks' notice.
 */

const MINUTE = 60_000
const DAY = 86_400_000
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** From when on a zone is ahead of UTC by so many minutes; the first began before all. */
type Change = readonly [from: number, offset: number]

const rulesByName = new Map(
  ZONE_RULES.split('\n').flatMap(line => {
    const [names, rules] = line.split('|') as [string, string]
    return names.split(' ').map(name => [name.toLowerCase(), rules] as const)
  }),
)
const changesByRules = new Map<string, readonly Change[]>()

function readChanges(rules: string): readonly Change[] {
  const known = changesByRules.get(rules)
  if (known !== undefined) return known
  const [first, ...parts] = rules.split(' ')
  const changes: Change[] = [[Number.NEGATIVE_INFINITY, Number(first)]]
  let minute = 0
  for (let i = 0; i < parts.length; i += 2) {
    minute += Number.parseInt(parts[i]!, 36)
    changes.push([minute * MINUTE, Number(parts[i + 1])])
  }
  changesByRules.set(rules, changes)
  return changes
}

/** What the runtime knows of a zone that the rules do not name, or that is written as an offset; UTC if it knows nothing. */
function readRuntime(at: number, zone: string): number {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [name, '+', '0', '0']
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  } catch {
    return 0
  }
}

/** Returns by how many minutes the clocks of a time zone are ahead of UTC. @param at ms @param zone such as Europe/Berlin */
export function zoneOffset(at: number, zone: string): number {
  const rules = rulesByName.get(zone.toLowerCase())
  return rules === undefined ? readRuntime(at, zone) : readChanges(rules).findLast(([from]) => from <= at)![1]
}

/** Formats a moment as local time in a time zone for a `datetime-local` input: `2026-11-21T19:00`. @param zone such as Europe/Berlin */
export const toLocalInput = (at: Date, zone: string): string =>
  localDate(at, zoneOffset(at.getTime(), zone))
    .toISOString()
    .replace(/:\d\d\..*/, '')

/**
 * Converts a zone's local time to a moment. If clocks are set back and the time occurs twice, the first is meant; if clocks are set forward
 * and skip the time, it is shifted later by as much as they skip.
 * @returns null if the text is not a time
 */
export function fromLocalInput(localTime: string, zone: string): Date | null {
  const text = LOCAL_TIME.exec(localTime)?.[0]
  const asUtc = Date.parse(`${text}Z`)
  if (text === undefined || Number.isNaN(asUtc)) return null
  const [before, after] = [asUtc - zoneOffset(asUtc - DAY, zone) * MINUTE, asUtc - zoneOffset(asUtc + DAY, zone) * MINUTE]
  const matching = [before, after].filter(at => toLocalInput(new Date(at), zone) === text)
  return new Date(matching.length === 0 ? before : Math.min(...matching))
}

/** Returns the time zone of the user's browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns all time zones as the choices of a field, including the given one even if the browser does not list it. */
export const timeZoneChoices = (zone: string): { value: string; label: string }[] =>
  [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort().map(value => ({ value, label: value.replaceAll('_', ' ') }))
