import * as m from '#messages'
import { errorTexts, ruleTexts } from '#messages/errors'
import { getActiveLocale } from '#platform/ui/format/locale.ts'

/*
 * What the screens say when the server finds a field wrong (error 400 whose `details` are a list of `FieldProblem`), in the reader's language:
 * the field's name and the message `rule_CODE`.
 */

/** By the last name in the path of the field. */
const FIELD_LABELS: Readonly<Record<string, () => string>> = {
  amount: m.app_field_amount,
  banks: m.events_machine_draw_banks,
  bio: m.ui_about_you,
  byeOpponent: m.events_bye_opponent,
  byes: m.ui_byes,
  capacity: m.ui_max_players,
  code: m.ui_code,
  comment: m.ui_comment,
  description: m.app_field_description,
  displayName: m.ui_name,
  email: m.ui_email,
  endsAt: m.ui_end,
  firstRound: m.events_first_round,
  format: m.ui_format,
  gamesPerRound: m.ui_games_per_round,
  groups: m.app_field_groups,
  ifpaNumber: m.ui_ifpa_number,
  ipdbId: m.app_field_ipdb,
  location: m.ui_where_you_play,
  machineDraw: m.events_machine_draw,
  machineIds: m.ui_machines,
  manufacturer: m.ui_manufacturer,
  name: m.ui_name,
  note: m.app_field_note,
  opdbId: m.app_field_opdb,
  order: m.ui_result,
  places: m.ui_places,
  playOrder: m.events_play_order,
  points: m.app_field_points,
  reason: m.ui_reason,
  round: m.app_field_round,
  rounds: m.ui_rounds,
  seed: m.app_field_seed,
  seeding: m.ui_seeding,
  startsAt: m.app_field_starts,
  strikes: m.app_field_strikes,
  strokes: m.app_field_strokes,
  targets: m.app_field_targets,
  text: m.app_field_text,
  tieBreaks: m.ui_tie_breaks,
  timeZone: m.ui_time_zone,
  username: m.ui_user_name,
  uses: m.app_field_uses,
  value: m.ui_score,
  venue: m.app_field_venue,
  year: m.ui_year,
}

/** The inputs of a rule's message. Numbers of four digits are not grouped, since some are years, nor a count, which chooses the plural. */
const inputsOf = (rule: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(rule).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count' ? value.toLocaleString(getActiveLocale(), { useGrouping: 'min2' }) : value,
    ]),
  )

function labelOfField(path: string): string | null {
  const name = path
    .split('.')
    .filter(part => !/^\d+$/.test(part))
    .at(-1)
  return name !== undefined && Object.hasOwn(FIELD_LABELS, name) ? FIELD_LABELS[name]!() : null
}

/**
 * Returns what is wrong with the first field that is wrong, with the field's name if readers know it.
 * @param details of an error 400
 * @returns null: the details are not about fields, or no form of this site can cause the error
 */
export function translateFieldError(details: unknown): string | null {
  const problem: unknown = Array.isArray(details) ? details[0] : null
  if (typeof problem !== 'object' || problem === null || !('path' in problem) || !('code' in problem)) return null
  const { path, code } = problem
  const name = String(code).replaceAll('-', '_')
  // A rule that is also an error of its own has the text of that error.
  const rule = (ruleTexts[`rule_${name}`] ?? errorTexts[`error_${name}`])?.(inputsOf(problem))
  if (rule === undefined) return null
  const field = typeof path === 'string' ? labelOfField(path) : null
  return field === null ? rule : m.app_field_problem({ field, rule })
}
