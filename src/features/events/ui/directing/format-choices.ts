import * as m from '#messages'
import type { GroupPoints } from '../../formats/match-play/group-points.ts'
import type { EventFormat } from '../../formats/registry.ts'
import type { Strikes } from '../../formats/strikes/rules.ts'
import { groupStrikes } from '../../formats/strikes/group-strikes.ts'
import { groupPointsLabel, pointsLabel } from '../parts/format-labels.ts'

/** The formats in the order in which the form offers them. */
export const FORMAT_CHOICES: readonly { kind: EventFormat['kind']; words: () => string }[] = [
  { kind: 'best-game', words: m.events_form_best_game },
  { kind: 'match-play', words: m.events_form_match_play },
  { kind: 'strikes', words: m.events_form_strikes_words },
  { kind: 'pin-golf', words: m.events_form_pin_golf },
  { kind: 'high-score', words: m.events_form_high_score },
]

export interface Choices {
  label: string
  choices: readonly { value: string; label: string; hint?: string }[]
}

const numbers = (values: readonly number[], word: (value: number) => string): Choices['choices'] =>
  values.map(value => ({ value: String(value), label: word(value) }))

export const tables = (): Choices => ({
  label: m.events_form_table(),
  choices: [
    { value: 'papa', label: pointsLabel('papa') },
    { value: 'linear', label: pointsLabel('linear') },
    { value: 'from', label: m.events_form_table_from() },
    { value: 'custom', label: m.events_form_table_custom() },
  ],
})

export const balls = (): Choices => ({
  label: m.events_form_balls(),
  choices: numbers([3, 5], value => m.events_form_balls_n({ count: value, n: value })),
})

export const missed = (): Choices => ({
  label: m.events_form_missed(),
  choices: [
    { value: 'simple', label: m.events_form_missed_simple() },
    { value: 'graded', label: m.events_form_missed_graded(), hint: m.events_form_missed_graded_hint() },
  ],
})

export const groupings = (): Choices => ({
  label: m.events_form_grouping(),
  choices: [
    { value: 'swiss', label: m.events_form_grouping_swiss(), hint: m.events_form_grouping_swiss_hint() },
    { value: 'balanced', label: m.events_form_grouping_balanced() },
    { value: 'random', label: m.events_form_grouping_random() },
  ],
})

export const groupSizeChoices = (): Choices => ({
  label: m.events_form_size(),
  choices: numbers([4, 3, 2], value => m.events_form_size_n({ size: value })),
})

export const groupPointsChoices = (): Choices => ({
  label: m.events_form_group_points(),
  choices: [
    ...(['ifpa', 'papa', 'pinburgh'] satisfies GroupPoints[]).map(value => ({ value, label: groupPointsLabel(value, 4) })),
    { value: 'winner', label: m.events_form_group_points_winner() },
  ],
})

export const strikes = (): Choices => ({
  label: m.events_form_group_strikes(),
  choices: (['fair', 'standard', 'progressive'] satisfies Strikes['strikes'][]).map(value => ({
    value,
    label: groupStrikes(value, 4).join('-'),
  })),
})
