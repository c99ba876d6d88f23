import * as m from '#messages'
import { getActiveLocale } from '#platform/ui/format/locale.ts'

/*
 * What the screens say when the server finds a field wrong (error 400 with `details: [{ path, message }]`), in the reader's language: the
 * field's name and what is asked for. The words of the server are part of the wire contract: they are English and stay as they are.
 */

/** By the last name in the path of the field. */
const FIELD_LABELS: Readonly<Record<string, () => string>> = {
  bio: m.ui_about_you,
  byes: m.ui_byes,
  capacity: m.ui_max_players,
  code: m.ui_code,
  comment: m.ui_comment,
  description: m.app_field_description,
  displayName: m.ui_name,
  email: m.ui_email,
  endsAt: m.ui_end,
  format: m.ui_format,
  gamesPerRound: m.ui_games_per_round,
  ifpaNumber: m.ui_ifpa_number,
  ipdbId: m.app_field_ipdb,
  location: m.ui_where_you_play,
  machineIds: m.ui_machines,
  manufacturer: m.ui_manufacturer,
  name: m.ui_name,
  note: m.app_field_note,
  opdbId: m.app_field_opdb,
  order: m.ui_result,
  places: m.ui_places,
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

/** By the server's words about the field. */
const RULE_TEXTS: Readonly<Record<string, () => string>> = {
  'is wrong or was used before': m.error_code_wrong,
  'is missing': m.ui_field_missing,
  'must not be empty': m.ui_field_missing,
  'must not be blank': m.ui_field_missing,
  'must hold a visible character': m.ui_field_missing,
  'must not hold control characters': m.app_rule_invisible,
  'must not hold characters that change the direction of writing': m.app_rule_invisible,
  'must be printable': m.app_rule_invisible,
  'is not allowed on this site': m.app_rule_blocked,
  'looks like the name of somebody else': m.app_rule_imitates,
  'must not mix letters of different alphabets that look alike': m.app_rule_mixed_letters,
  'must be one word of letters and digits': m.app_rule_one_word,
  'must be a domain such as example.com': m.app_rule_domain,
  'must be a user name': m.app_rule_user_name,
  'must be a number': m.ui_number_missing,
  'must be a list of numbers': m.ui_number_missing,
  'must be a date': m.app_rule_date,
  'must be a date from 1970 to 9999': m.app_rule_date,
  'must be a time': m.app_rule_date,
  'must lie in the future': m.ui_time_past,
  'must not lie in the future': m.app_rule_past,
  'must come after startsAt': m.app_rule_after_start,
  'must come after from': m.app_rule_after_start,
  'must say when the event ends': m.app_rule_date,
  'must be an e-mail address': m.app_error_email_form,
  'is not an e-mail address': m.app_error_email_form,
  'must be 1 to 6 digits': m.app_rule_digits,
  'must be a time zone such as Europe/Berlin': m.app_rule_time_zone,
  'must be of the form G…-M… or G…-M…-A…': m.app_rule_opdb,
  'must not name a machine twice': m.app_rule_twice,
  'must not name a tie-break twice': m.app_rule_twice,
  'must not rise': m.app_rule_falling,
  'must fall at its end: the last step is repeated down to 0': m.app_rule_falling_end,
  'must be one of the balls': m.app_rule_ball,
  'belongs to pin-golf events only': m.app_rule_pin_golf,
  'must be an https address': m.app_rule_https,
  'must be an e-mail address, or the https address of a page': m.app_rule_contact,
  'must be an e-mail address, or a name and an address as in Skillshot <no-reply@scores.example>': m.app_rule_sender,
  'must be a colour such as #1f6feb': m.app_rule_colour,
  'must be the ids of the team and of the key, of Apple alone': m.app_rule_apple,
  'needs an address (RELEASES_URL)': m.app_rule_releases,
  'must name each address once': m.app_rule_address_once,
  'must be an address that begins with smtp:// or smtps:// and names a server': m.app_rule_mail_server,
  'must be all different: this format has no ties': m.app_rule_no_ties,
  'must be ascending places such as 1, 2, 2, 4, where tied players share a place': m.app_rule_places,
  'must name a place for each player of the group': m.app_rule_everyone,
  'must name each player of the group once, the winner first': m.app_rule_everyone,
  'must be a password or its SHA-256 digest': m.app_error_password_empty,
  'A user name has 1 to 40 characters.': m.app_error_username_length,
  'A user name has no spaces at its ends.': m.app_error_username_spaces,
  'A user name has letters, digits, spaces and . _ - only.': m.app_error_username_letters,
  'That does not look like an e-mail address.': m.app_error_email_form,
  'A name has at most 60 characters.': m.app_error_display_name,
  'That profile cannot be kept.': m.app_error_profile,
  'The target was not reached: leave the ball out.': m.app_error_strokes_leave,
  'The target was reached: say on which ball.': m.app_error_strokes_say,
}

/** The server's words with numbers in them. */
const RULE_PATTERNS: readonly { words: RegExp; text: (first: number, second: number) => string }[] = [
  { words: /^must have at most (\d+) characters$/, text: count => m.app_rule_longest({ count }) },
  { words: /^must have at least (\d+) characters$/, text: count => m.app_rule_shortest({ count }) },
  {
    words: /^must be a whole number from (-?\d+) to (-?\d+)$/,
    text: (min, max) => m.app_rule_whole({ min: grouped(min), max: grouped(max) }),
  },
  {
    words: /^must be a number from (\d+) to (\d+) with at most \d decimals$/,
    text: (min, max) => m.app_rule_between({ min: grouped(min), max: grouped(max) }),
  },
  { words: /^must (?:hold|name|list|have) at most (\d+)(?: numbers| links)?$/, text: count => m.app_rule_most({ count }) },
  { words: /^must list at least (\d+) numbers$/, text: count => m.app_rule_least({ count }) },
  { words: /^must list (\d+) numbers$/, text: count => m.app_rule_exactly({ count }) },
  {
    words: /^must be (?:one of|among|owner, manager or member|public or private|open or closed|expected or here)\b/,
    text: m.app_rule_choose,
  },
  { words: /^must be (?:full|random|1) in /, text: m.app_rule_format },
  { words: /^A game has balls 1 to (\d+)\.$/, text: n => m.app_error_balls({ n }) },
]

/** Numbers of four digits are not grouped, since some are years. */
const grouped = (value: number): string => value.toLocaleString(getActiveLocale(), { useGrouping: 'min2' })

function textOfRule(words: string): string | null {
  if (Object.hasOwn(RULE_TEXTS, words)) return RULE_TEXTS[words]!()
  for (const { words: pattern, text } of RULE_PATTERNS) {
    const found = pattern.exec(words)
    if (found !== null) return text(Number(found[1]), Number(found[2]))
  }
  return null
}

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
  if (typeof problem !== 'object' || problem === null || !('path' in problem) || !('message' in problem)) return null
  const { path, message } = problem
  const rule = typeof message === 'string' ? textOfRule(message) : null
  if (rule === null) return null
  const field = typeof path === 'string' ? labelOfField(path) : null
  return field === null ? rule : m.app_field_problem({ field, rule })
}
