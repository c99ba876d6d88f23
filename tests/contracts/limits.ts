import { MAX_SOCKETS_PER_USER } from '#accounts/server/sessions/connection-registry.ts'
import { DEFAULT_LIMITS } from '#ddp/server/server-settings.ts'
import { DEFAULT_TRANSPORT_LIMITS } from '#ddp/transport/node/admission.ts'
import { EVENTS_A_DAY, EVENTS_A_DAY_BY_DIRECTORS } from '#events/server/calls/add.ts'
import { GROUPS_A_DAY } from '#groups/server/calls/add.ts'
import { PEOPLE_A_DAY } from '#groups/server/people/group-people.ts'
import { ROUNDS_AN_HOUR } from '#groups/server/webhooks.ts'
import { SCORES_A_DAY } from '#imports/server/begin-scores.ts'
import { PLAYER_PER_DAY, PLAYER_USES } from '#invitations/rules.ts'
import { RESTRICTIONS } from '#uploads/rules.ts'

/** What `docs/decisions/007-limits.md` names as `<!-- limit session.handshake in s -->`. */
const LIMITS: object = {
  session: DEFAULT_LIMITS,
  transport: DEFAULT_TRANSPORT_LIMITS,
  socketsPerUser: MAX_SOCKETS_PER_USER,
  webhooks: { roundsAnHour: ROUNDS_AN_HOUR },
  madePerDay: {
    groups: GROUPS_A_DAY,
    people: PEOPLE_A_DAY,
    importedScores: SCORES_A_DAY,
    events: EVENTS_A_DAY,
    eventsOfStaff: EVENTS_A_DAY_BY_DIRECTORS,
  },
  invitations: { perDay: PLAYER_PER_DAY, uses: PLAYER_USES },
  pictures: RESTRICTIONS,
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, Ki: 1024, KB: 1024, MB: 1_048_576 }

/** Writes each limit of the code behind its mark. @throws Error if there is no such limit or unit */
export function fillLimits(document: string): string {
  return document.replaceAll(
    /<!-- limit ([\w.]+)(?: in (\w+))? -->(?:\d+(?:[.,]\d+)*)?(?: (?:s|Ki|KB|MB)\b)?/g,
    (mark, path: string, unit?: string) => {
      const value = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], LIMITS)
      const number = Number(value) / (unit === undefined ? 1 : UNITS[unit]!)
      if (value === null || !Number.isFinite(number)) throw new Error(`There is no limit for ${mark}`)
      return `${mark.slice(0, mark.indexOf('-->') + 3)}${number.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`
    },
  )
}
