import type { StandingsDoc } from '#events/contract/documents.ts'
import type { TieBreak } from '#events/rules/standings-options.ts'
import * as m from '#messages'
import { commas } from './list-labels.ts'
import { decimal, nthPlace } from './number-labels.ts'

interface TieBreakLabels {
  /** its name, as a director chooses it */
  name(): string
  /** what it compares, in a sentence */
  hint(): string
  /** what its figures count, inside a sentence. @param place whose count decided, if places did */
  figures(place: number): string
}

export const TIE_BREAK_LABELS: Readonly<Record<TieBreak, TieBreakLabels>> = {
  'head-to-head': {
    name: m.events_tiebreak_head_to_head,
    hint: m.events_tiebreak_head_to_head_hint,
    figures: () => m.events_tiebreak_on_head_to_head(),
  },
  wins: { name: m.events_tiebreak_wins, hint: m.events_tiebreak_wins_hint, figures: () => m.events_tiebreak_on_wins() },
  places: {
    name: m.ui_places,
    hint: m.events_tiebreak_places_hint,
    figures: place => m.events_tiebreak_on_places(nthPlace(place)),
  },
  buchholz: { name: m.events_tiebreak_buchholz, hint: m.events_tiebreak_buchholz_hint, figures: () => m.events_tiebreak_on_buchholz() },
  'median-buchholz': {
    name: m.events_tiebreak_median_buchholz,
    hint: m.events_tiebreak_median_buchholz_hint,
    figures: () => m.events_tiebreak_on_median_buchholz(),
  },
  'highest-round': {
    name: m.events_tiebreak_highest_round,
    hint: m.events_tiebreak_highest_round_hint,
    figures: () => m.events_tiebreak_on_highest_round(),
  },
}

/** Says by which tie-break and with which figures a row stands ahead of or behind its neighbour. @param above true: it is the better one */
export function decisionLabel(
  decidedBy: NonNullable<StandingsDoc['decidedBy']>,
  place: number | undefined,
  neighbour: { name: string; above: boolean } | null,
): string {
  const figures = {
    what: TIE_BREAK_LABELS[decidedBy.by].figures(place ?? 1),
    own: decimal(decidedBy.own),
    other: decimal(decidedBy.other),
  }
  if (neighbour === null) return m.events_tiebreak_others(figures)
  const { name, above } = neighbour
  return above ? m.events_tiebreak_behind({ name, ...figures }) : m.events_tiebreak_ahead({ name, ...figures })
}

/** Returns one sentence that names the chosen tie-breaks in their order. */
export const tieBreaksSentence = (tieBreaks: readonly TieBreak[]): string =>
  tieBreaks.length === 0
    ? m.events_tiebreak_none()
    : m.events_tiebreak_sentence({ list: commas(tieBreaks.map(each => TIE_BREAK_LABELS[each].name())) })
