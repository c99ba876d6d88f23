import { drawsEachRound, type EventFormatKind, isPlayedInRounds, playsSeveralGames, takesSeeds } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import { BALANCES, FIRST_ROUNDS, MACHINE_DRAWS, MAX_GAMES_PER_ROUND, PLAY_ORDERS, SEEDINGS } from '#events/rules/draw-options.ts'
import * as m from '#messages'
import { Select } from '#platform/ui/form/Select.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import { BALANCE_LABELS, FIRST_ROUND_LABELS, MACHINE_DRAW_LABELS, PLAY_ORDER_LABELS, SEEDING_LABELS } from '../labels/draw-option-labels.ts'
import { decimal } from '../labels/number-labels.ts'

const choicesOf = <Choice extends string>(choices: readonly Choice[], labels: Readonly<Record<Choice, () => string>>) =>
  choices.map(value => ({ value, label: labels[value]() }))

/** What a director chooses about the rounds, as far as the format has a choice. */
export function DrawFields({ form, kind }: { form: Form<EventValues>; kind: EventFormatKind }) {
  const { values, set } = form
  return (
    <>
      {playsSeveralGames(kind) && (
        <Select
          label={m.ui_games_per_round()}
          value={values.gamesPerRound}
          choices={Array.from({ length: MAX_GAMES_PER_ROUND }, (_, i) => ({ value: String(i + 1), label: decimal(i + 1) }))}
          error={form.field('gamesPerRound').error}
          onChange={gamesPerRound => set('gamesPerRound', gamesPerRound)}
        />
      )}
      {isPlayedInRounds(kind) && (
        <Select
          label={m.events_machine_draw()}
          {...(values.machineDraw === 'banks' ? { hint: m.events_machine_draw_banks_hint() } : {})}
          value={values.machineDraw}
          choices={choicesOf(MACHINE_DRAWS, MACHINE_DRAW_LABELS)}
          error={form.field('machineDraw').error}
          onChange={machineDraw => set('machineDraw', machineDraw)}
        />
      )}
      {drawsEachRound(kind) && (
        <>
          <Select
            label={m.events_balance_over()}
            hint={m.events_balance_over_words()}
            value={values.balanceOver}
            choices={choicesOf(BALANCES, BALANCE_LABELS)}
            error={form.field('balanceOver').error}
            onChange={balanceOver => set('balanceOver', balanceOver)}
          />
          <Select
            label={m.events_play_order()}
            value={values.playOrder}
            choices={choicesOf(PLAY_ORDERS, PLAY_ORDER_LABELS)}
            error={form.field('playOrder').error}
            onChange={playOrder => set('playOrder', playOrder)}
          />
        </>
      )}
      {takesSeeds(kind) && (
        <Select
          label={m.ui_seeding()}
          hint={m.events_form_seeding_words()}
          value={values.seeding}
          choices={choicesOf(SEEDINGS, SEEDING_LABELS)}
          error={form.field('seeding').error}
          onChange={seeding => set('seeding', seeding)}
        />
      )}
      {takesSeeds(kind) && drawsEachRound(kind) && values.seeding !== 'random' && (
        <Select
          label={m.events_first_round()}
          value={values.firstRound}
          choices={choicesOf(FIRST_ROUNDS, FIRST_ROUND_LABELS)}
          error={form.field('firstRound').error}
          onChange={firstRound => set('firstRound', firstRound)}
        />
      )}
    </>
  )
}
