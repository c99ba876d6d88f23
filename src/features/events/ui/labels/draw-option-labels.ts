import type { Balance, FirstRound, MachineDraw, PlayOrder, Seeding } from '#events/rules/draw-options.ts'
import * as m from '#messages'

type Labels<Choice extends string> = Readonly<Record<Choice, () => string>>

export const SEEDING_LABELS: Labels<Seeding> = {
  random: m.events_random,
  manual: m.events_form_seeding_manual,
  ifpa: m.events_form_seeding_ifpa,
  previous: m.events_form_seeding_previous,
  series: m.events_form_seeding_series,
  rating: m.events_form_seeding_rating,
}

export const FIRST_ROUND_LABELS: Labels<FirstRound> = {
  slaughter: m.events_first_round_slaughter,
  adjacent: m.events_first_round_adjacent,
  cross: m.events_first_round_cross,
  random: m.events_random,
}

export const PLAY_ORDER_LABELS: Labels<PlayOrder> = {
  balanced: m.events_form_grouping_balanced,
  rotating: m.events_play_order_rotating,
  random: m.events_random,
  seed: m.events_play_order_seed,
  'seed-reverse': m.events_play_order_seed_reverse,
  position: m.events_play_order_position,
  none: m.events_play_order_none,
}

export const MACHINE_DRAW_LABELS: Labels<MachineDraw> = {
  balanced: m.events_form_grouping_balanced,
  random: m.events_random,
  banks: m.events_machine_draw_banks,
  manual: m.events_machine_draw_manual,
  none: m.events_machine_draw_none,
}

export const BALANCE_LABELS: Labels<Balance> = {
  event: m.events_balance_over_event,
  series: m.events_balance_over_series,
}
