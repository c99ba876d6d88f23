import { type EventFormatKind, hasByeChoice, tieBreakChoices } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import { BYE_OPPONENTS, BYES, type ByeOpponent, type ByeWorth } from '#events/rules/standings-options.ts'
import * as m from '#messages'
import { Select } from '#platform/ui/form/Select.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import { TieBreaksField } from './TieBreaksField.tsx'

const BYE_LABELS: Readonly<Record<ByeWorth, () => string>> = {
  full: m.events_byes_full,
  half: m.events_byes_half,
  none: m.events_byes_none,
}

const BYE_OPPONENT_LABELS: Readonly<Record<ByeOpponent, () => string>> = {
  self: m.events_bye_opponent_self,
  none: m.events_bye_opponent_none,
}

/** True if the totals of opponents break ties. */
const countsOpponents = ({ tieBreaks }: EventValues): boolean => tieBreaks.includes('buchholz')

/** What a director chooses about the standings, as far as the format has a choice. */
export function StandingsFields({ form, kind }: { form: Form<EventValues>; kind: EventFormatKind }) {
  const choices = tieBreakChoices(kind)
  return (
    <>
      {hasByeChoice(kind) && (
        <Select
          label={m.events_byes()}
          value={form.values.byes}
          choices={BYES.map(value => ({ value, label: BYE_LABELS[value]() }))}
          error={form.field('byes').error}
          onChange={byes => form.set('byes', byes)}
        />
      )}
      {choices.length > 0 && <TieBreaksField form={form} choices={choices} />}
      {countsOpponents(form.values) && hasByeChoice(kind) && (
        <Select
          label={m.events_bye_opponent()}
          value={form.values.byeOpponent}
          choices={BYE_OPPONENTS.map(value => ({ value, label: BYE_OPPONENT_LABELS[value]() }))}
          error={form.field('byeOpponent').error}
          onChange={byeOpponent => form.set('byeOpponent', byeOpponent)}
        />
      )}
    </>
  )
}
