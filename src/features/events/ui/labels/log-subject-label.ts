import type { LogSubject } from '#events/contract/log-subject.ts'
import type { TieBreak } from '#events/rules/standings-options.ts'
import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { adjustmentLabel } from './adjustment-label.ts'
import { BALANCE_LABELS, FIRST_ROUND_LABELS, MACHINE_DRAW_LABELS, PLAY_ORDER_LABELS, SEEDING_LABELS } from './draw-option-labels.ts'
import { commas } from './list-labels.ts'
import { TIE_BREAK_LABELS } from './tie-break-labels.ts'

const PRESENCE = {
  expected: m.events_presence_expected,
  here: m.events_presence_here,
  paused: m.events_presence_paused,
  gone: m.events_presence_gone,
}
const ROLE = { 'co-director': m.events_staff_co_director, scorekeeper: m.events_staff_scorekeeper }
const BYES = { full: m.events_byes_full, half: m.events_byes_half, none: m.events_byes_none }
const BYE_OPPONENT = { self: m.events_bye_opponent_self, none: m.events_bye_opponent_none }
const RULING: Readonly<Record<string, () => string>> = {
  verified: m.events_log_ruling_verified,
  rejected: m.events_log_ruling_rejected,
  unverified: m.events_log_ruling_unverified,
  confirmed: m.events_log_ruling_confirmed,
  corrected: m.events_log_ruling_corrected,
  removed: m.events_log_ruling_removed,
}

const pair = (name: string, value: string): string => m.events_log_pair({ name, value })

/** Returns the subject of a log entry as words in the page's language. @param time formats a moment for the user */
export function logSubjectText(subject: LogSubject, time: (at: Date) => string): string {
  const text = textWithoutReason(subject, time)
  return 'reason' in subject && subject.reason !== undefined ? pair(text, subject.reason) : text
}

function textWithoutReason(subject: LogSubject, time: (at: Date) => string): string {
  const players = 'players' in subject ? subject.players.map(name => name ?? m.ui_deleted_player()) : []
  switch (subject.kind) {
    case 'players':
      return commas(players)
    case 'name':
      return subject.name
    case 'presence':
      return pair(commas(players), PRESENCE[subject.presence]())
    case 'role':
      return pair(commas(players), subject.role === null ? m.events_log_no_role() : ROLE[subject.role]())
    case 'renamed':
      return m.events_log_is_now({ former: subject.name, name: players[0]! })
    case 'merged':
      return m.events_log_into({ former: subject.name, name: players[0]! })
    case 'seeds':
      return m.ui_count_players({ count: subject.count, n: plainNumber(subject.count) })
    case 'score': {
      const { strokes } = subject
      const noValue = strokes === undefined ? m.events_no_score() : m.events_count_strokes({ count: strokes, n: plainNumber(strokes) })
      const score = {
        value: subject.value === null ? noValue : plainNumber(subject.value),
        machine: subject.machine ?? m.events_log_machine_gone(),
      }
      const text = players[0] === undefined ? m.ui_score_on(score) : m.ui_score_on_by({ ...score, name: players[0] })
      const ruling = subject.ruling === undefined ? null : (RULING[subject.ruling]?.() ?? subject.ruling)
      return ruling === null ? text : pair(text, ruling)
    }
    case 'window':
      return m.events_log_window({ machine: subject.machine, from: time(new Date(subject.from)), to: time(new Date(subject.to)) })
    case 'result': {
      const { round, group, game, machine, places } = subject
      const ofRound = round === undefined ? null : m.events_round({ n: round })
      const namesGroup = machine === null || game !== undefined
      const where = [
        ofRound ?? m.events_game_n({ n: group }),
        machine,
        ...(ofRound !== null && namesGroup ? [m.events_group({ n: group })] : []),
        ...gameLabels(game),
      ]
      return pair(
        commas(where),
        commas(players.map((name, i) => (places === undefined ? name : m.events_log_placed({ n: places[i]!, name })))),
      )
    }
    case 'round': {
      const round = m.events_round({ n: subject.round })
      return subject.groups === undefined
        ? round
        : pair(round, m.events_log_groups({ count: subject.groups, n: plainNumber(subject.groups) }))
    }
    case 'arranged':
      return pair(m.events_round({ n: subject.round }), commas(players))
    case 'adjusted':
      return pair(commas(players), adjustmentLabel(subject.figure, subject.amount))
    case 'moved': {
      const { round, group, game, machine } = subject
      const games = gameLabels(game)
      const where = round === undefined ? [m.events_game_n({ n: group })] : [m.events_round({ n: round }), m.events_group({ n: group })]
      return m.events_log_moved_to({ where: commas([...where, ...games]), machine })
    }
    case 'machine':
      return pair(subject.machine, subject.active ? m.events_log_in_order() : m.events_machines_broken())
    case 'options': {
      const { tieBreaks, byes, byeOpponent, seeding, gamesPerRound, firstRound, playOrder, machineDraw, balanceOver, banks } = subject
      const changed = [
        ...(tieBreaks === undefined ? [] : [pair(m.ui_tie_breaks(), tieBreakNames(tieBreaks))]),
        ...(byes === undefined ? [] : [pair(m.events_byes(), BYES[byes]())]),
        ...(byeOpponent === undefined ? [] : [pair(m.events_bye_opponent(), BYE_OPPONENT[byeOpponent]())]),
        ...(seeding === undefined ? [] : [pair(m.ui_seeding(), SEEDING_LABELS[seeding]())]),
        ...(gamesPerRound === undefined ? [] : [pair(m.ui_games_per_round(), plainNumber(gamesPerRound))]),
        ...(firstRound === undefined ? [] : [pair(m.events_first_round(), FIRST_ROUND_LABELS[firstRound]())]),
        ...(playOrder === undefined ? [] : [pair(m.events_play_order(), PLAY_ORDER_LABELS[playOrder]())]),
        ...(machineDraw === undefined ? [] : [pair(m.events_machine_draw(), MACHINE_DRAW_LABELS[machineDraw]())]),
        ...(balanceOver === undefined ? [] : [pair(m.events_balance_over(), BALANCE_LABELS[balanceOver]())]),
        ...(banks === undefined ? [] : bankTexts(banks)),
      ]
      return changed.reduce((all, next) => m.events_log_more({ all, next }))
    }
  }
}

const gameLabels = (game: number | undefined): string[] => (game === undefined ? [] : [m.events_log_game({ n: game })])

const bankTexts = (banks: readonly { bank: string; machines: string[] }[]): string[] =>
  banks.length === 0 ? [m.events_log_no_banks()] : banks.map(({ bank, machines }) => pair(m.events_log_bank({ bank }), commas(machines)))

const tieBreakNames = (tieBreaks: readonly TieBreak[]): string =>
  tieBreaks.length === 0 ? m.events_log_no_tie_breaks() : commas(tieBreaks.map(each => TIE_BREAK_LABELS[each].name()))
