import type { EventValues } from '#events/formats/ui/event-values.ts'
import { NumberOption } from '#events/formats/ui/form-fields.tsx'
import { type FormatForm, isNumber, numberIn, numberText, optionalNumber } from '#events/formats/ui/format-form.ts'
import { RankPointsOption, rankPointsForm } from '#events/formats/ui/RankPointsOption.tsx'
import * as m from '#messages'
import type { Form } from '#platform/ui/form/use-form.ts'
import type { CardBestGame } from '../rules.ts'

function Fields({ form }: { form: Form<EventValues> }) {
  return (
    <>
      <NumberOption form={form} option="format.gamesPerCard" label={m.events_cards_form_games()} />
      <NumberOption
        form={form}
        option="format.cardsPerPlayer"
        label={m.events_cards_form_cards()}
        hint={m.events_cards_form_cards_hint()}
      />
      <RankPointsOption form={form} />
    </>
  )
}

export const form: FormatForm<CardBestGame> = {
  initial: { ...rankPointsForm.initial, 'format.gamesPerCard': '5', 'format.cardsPerPlayer': '' },
  toValues: ({ points, gamesPerCard, cardsPerPlayer }) => ({
    ...rankPointsForm.toValues(points),
    'format.gamesPerCard': numberText(gamesPerCard),
    'format.cardsPerPlayer': numberText(cardsPerPlayer),
  }),
  toFormat: values =>
    ({
      kind: 'card-best-game',
      points: rankPointsForm.toPoints(values),
      gamesPerCard: numberIn(values['format.gamesPerCard']),
      ...optionalNumber('cardsPerPlayer', values['format.cardsPerPlayer']),
    }) as CardBestGame,
  validate: values =>
    isNumber(values['format.gamesPerCard']) ? rankPointsForm.validate(values) : { 'format.gamesPerCard': m.events_form_no_number() },
  fieldOf: rankPointsForm.fieldOf,
  Fields,
}
