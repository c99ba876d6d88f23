import { use, useState } from 'react'
import { useEventSubscription, useScorekeeperMethod } from '#events/ui/device/device-key.ts'
import type { ReportedGameProps } from '#events/ui/rounds/reported-games-context.ts'
import * as m from '#messages'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { KioskContext } from '#platform/ui/kiosk/kiosk-context.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { stationsConfirm, stationsOfEvent } from '../contract/reported-games.ts'
import { matchPlays } from '../rules/match-plays.ts'
import { ChooseReport } from './ChooseReport.tsx'
import { MatchedScores } from './MatchedScores.tsx'
import { type ShownReportedGame, useReportedGames } from './use-reported-games.ts'

/**
 * What the machine says about the game of a group: whose score is whose, and one tap enters the result. Those who run the event have it behind
 * a button, because many games stand beside each other there; where no reported game is for this one, they may choose one that was played on
 * its machine, but not at a kiosk, which is left to guests.
 */
export function GroupReport({ group, entrants, isOfficial }: ReportedGameProps) {
  const { eventId, groupId, game, machineId, entrantIds } = group
  useEventSubscription(stationsOfEvent, { eventId })
  const isKiosk = use(KioskContext)
  const [isOpen, setOpen] = useState<'says' | 'choose' | null>(null)
  const games = useReportedGames(each => each.machineId === machineId && each.used !== true, [machineId])
  const linked = games.find(each => each.eventId === eventId && each.groupId === groupId && (each.game ?? 1) === game)
  const others = games.filter(each => each.groupId === undefined && each.plays.length === entrantIds.length)
  const matched = linked === undefined ? null : matchPlays(linked.plays, entrantIds)
  const close = (): void => setOpen(null)
  const says = linked !== undefined && matched !== null && (
    <MachineSays group={group} entrants={entrants} reported={linked} matched={matched} onDone={close} />
  )
  if (!isOfficial)
    return says === false ? null : (
      <div className={layout.stack2}>
        <p className={layout.quiet}>{m.stations_machine_says()}</p>
        {says}
      </div>
    )
  return (
    <>
      {says !== false && (
        <Button kind="primary" onClick={() => setOpen('says')}>
          {m.stations_machine_result()}
        </Button>
      )}
      {says === false && !isKiosk && others.length > 0 && (
        <Button kind="plain" onClick={() => setOpen('choose')}>
          {m.stations_choose_game()}
        </Button>
      )}
      {isOpen === 'says' && says !== false && (
        <Dialog open title={m.stations_machine_says()} onClose={close}>
          {says}
        </Dialog>
      )}
      {isOpen === 'choose' && <ChooseReport group={group} entrants={entrants} games={others} onClose={close} />}
    </>
  )
}

function MachineSays({
  group: { eventId, groupId, game },
  entrants,
  reported,
  matched,
  onDone,
}: Pick<ReportedGameProps, 'group' | 'entrants'> & {
  reported: ShownReportedGame
  matched: NonNullable<ReturnType<typeof matchPlays>>
  onDone: () => void
}) {
  const confirm = useScorekeeperMethod(stationsConfirm)
  const { busy, error, start } = useAsyncAction(async () => {
    await confirm({ eventId, groupId, ...(game === 1 ? {} : { game }), reportedGameId: reported._id })
    onDone()
  })
  return (
    <>
      <MatchedScores
        scores={matched.map(({ entrantId, play }) => ({
          key: entrantId,
          name: entrants.get(entrantId)?.displayName ?? m.ui_a_player(),
          score: play.score,
        }))}
      />
      <FormError message={error} />
      <div>
        <Button kind="primary" busy={busy} onClick={start}>
          {m.stations_use_result()}
        </Button>
      </div>
    </>
  )
}
