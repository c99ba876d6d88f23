import { type EventFormatKind, playsSeveralGames, takesSeeds } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import { MAX_GAMES_PER_ROUND, SEEDINGS, type Seeding } from '#events/rules/draw-options.ts'
import * as m from '#messages'
import { Select } from '#platform/ui/form/Select.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import { decimal } from '../labels/number-labels.ts'

const SEEDING_LABELS: Readonly<Record<Seeding, () => string>> = {
  random: m.events_random,
  manual: m.events_form_seeding_manual,
  ifpa: m.events_form_seeding_ifpa,
  previous: m.events_form_seeding_previous,
}

/** What a director chooses about the rounds, as far as the format has a choice. */
export function DrawFields({ form, kind }: { form: Form<EventValues>; kind: EventFormatKind }) {
  return (
    <>
      {playsSeveralGames(kind) && (
        <Select
          label={m.ui_games_per_round()}
          value={form.values.gamesPerRound}
          choices={Array.from({ length: MAX_GAMES_PER_ROUND }, (_, i) => ({ value: String(i + 1), label: decimal(i + 1) }))}
          error={form.field('gamesPerRound').error}
          onChange={gamesPerRound => form.set('gamesPerRound', gamesPerRound)}
        />
      )}
      {takesSeeds(kind) && (
        <Select
          label={m.ui_seeding()}
          hint={m.events_form_seeding_words()}
          value={form.values.seeding}
          choices={SEEDINGS.map(value => ({ value, label: SEEDING_LABELS[value]() }))}
          error={form.field('seeding').error}
          onChange={seeding => form.set('seeding', seeding)}
        />
      )}
    </>
  )
}
