import * as m from '#messages'
import type { ReportedPlay } from '../contract/reported-games.ts'
import type { Doubt } from '../rules/doubts.ts'

/** Why a reported game is not offered to a group, in the page's language. */
export const DOUBT_LABELS: Readonly<Record<Doubt, () => string>> = {
  unseen: m.stations_doubt_unseen,
  order: m.stations_doubt_order,
  mode: m.stations_doubt_mode,
  restart: m.stations_doubt_restart,
  'two-boards': m.stations_doubt_two_boards,
  repeat: m.stations_doubt_repeat,
  'other-machine': m.stations_doubt_other_machine,
  'taken-back': m.stations_doubt_taken_back,
}

/** Names a play of a reported game by what is known of it: initials or a name, and the number of the player. */
export function playLabel({ play, initials, name, player }: ReportedPlay): string {
  const known = initials ?? name
  if (known === undefined) return m.stations_player({ n: player ?? play })
  return player === undefined ? known : m.stations_play_of({ name: known, n: player })
}
