import { useState } from 'react'
import { useScorekeeperMethod } from '#events/ui/device/device-key.ts'
import type { ReportedGameProps } from '#events/ui/rounds/reported-games-context.ts'
import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { stationsConfirm } from '../contract/reported-games.ts'
import { playLabel } from './report-labels.ts'
import type { ShownReportedGame } from './use-reported-games.ts'

/** Enters the result of a group from a reported game that was for no group: who runs the event says which, and whose each score is. */
export function ChooseReport({
  group,
  entrants,
  games,
  onClose,
}: Pick<ReportedGameProps, 'group' | 'entrants'> & { games: readonly ShownReportedGame[]; onClose: () => void }) {
  const { eventId, groupId, game, entrantIds } = group
  const confirm = useScorekeeperMethod(stationsConfirm)
  const { number, dateTime } = useFormats()
  const [chosenId, setChosenId] = useState(games[0]?._id ?? '')
  const [whose, setWhose] = useState<readonly string[]>(entrantIds)
  const chosen = games.find(({ _id }) => _id === chosenId)
  const form = useForm({
    initial: {},
    send: async () => {
      await confirm({ eventId, groupId, ...(game === 1 ? {} : { game }), reportedGameId: chosenId, entrantIds: [...whose] })
      onClose()
    },
  })
  /** Gives a play to a player; who had it gets the other's. */
  const give = (play: number, entrantId: string): void => {
    const other = whose.indexOf(entrantId)
    setWhose(whose.map((each, i) => (i === play ? entrantId : i === other ? whose[play]! : each)))
  }
  const players = entrantIds.map(value => ({ value, label: entrants.get(value)?.displayName ?? m.ui_a_player() }))
  return (
    <Dialog open title={m.stations_choose_title()} onClose={onClose}>
      <FormBody form={form} action={m.stations_use_result()} wide>
        <Select
          label={m.stations_choose_which()}
          value={chosenId}
          choices={games.map(({ _id, endedAt, plays }) => ({
            value: _id,
            label: `${dateTime(endedAt)} · ${plays.map(({ score }) => number(score)).join(' / ')}`,
          }))}
          onChange={setChosenId}
        />
        {chosen?.plays.map((play, i) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: a play is named by its place in the game
            key={i}
            label={m.stations_choose_whose({ play: playLabel(play), score: number(play.score) })}
            value={whose[i]!}
            choices={players}
            onChange={entrantId => give(i, entrantId)}
          />
        ))}
      </FormBody>
    </Dialog>
  )
}
