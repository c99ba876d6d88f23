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
import { stationsConfirm, stationsOfEvent, stationsUnlink } from '../contract/reported-games.ts'
import { matchPlays } from '../rules/match-plays.ts'
import { ChooseReport } from './ChooseReport.tsx'
import { MatchedScores } from './MatchedScores.tsx'
import { type ShownReportedGame, useReportedGames } from './use-reported-games.ts'

/**
 * What the machine says about the game of a group: whose score is whose, and one tap enters the result or says that the game was another one.
 * Several games may be offered, the latest first. Those who run the event have them behind a button, because many games stand beside each other
 * there. They may also choose another that was played on its machine, but not at a kiosk, which is left to guests.
 */
export function GroupReport({ group, entrants, isOfficial }: ReportedGameProps) {
  const { eventId, groupId, game, machineId, entrantIds } = group
  useEventSubscription(stationsOfEvent, { eventId })
  const isKiosk = use(KioskContext)
  const [isOpen, setOpen] = useState<'says' | 'choose' | null>(null)
  const games = useReportedGames(each => each.machineId === machineId && each.used !== true, [machineId])
  const others = games.filter(each => each.groupId === undefined && each.plays.length === entrantIds.length)
  const close = (): void => setOpen(null)
  const says = games.flatMap(each => {
    const isLinked = each.eventId === eventId && each.groupId === groupId && (each.game ?? 1) === game
    const matched = isLinked ? matchPlays(each.plays, entrantIds) : null
    return matched === null
      ? []
      : [<MachineSays key={each._id} group={group} entrants={entrants} reported={each} matched={matched} onDone={close} />]
  })
  if (!isOfficial)
    return says.length === 0 ? null : (
      <div className={layout.stack2}>
        <p className={layout.quiet}>{m.stations_machine_says()}</p>
        {says}
      </div>
    )
  const choose = !isKiosk && others.length > 0 && (
    <Button kind="plain" onClick={() => setOpen('choose')}>
      {m.stations_choose_game()}
    </Button>
  )
  return (
    <>
      {says.length === 0 ? (
        choose
      ) : (
        <Button kind="primary" onClick={() => setOpen('says')}>
          {m.stations_machine_result()}
        </Button>
      )}
      {isOpen === 'says' && says.length > 0 && (
        <Dialog open title={m.stations_machine_says()} onClose={close}>
          {says}
          {choose}
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
  const [confirm, unlink] = [useScorekeeperMethod(stationsConfirm), useScorekeeperMethod(stationsUnlink)]
  const isKiosk = use(KioskContext)
  const offered = { eventId, groupId, ...(game === 1 ? {} : { game }), reportedGameId: reported._id }
  const confirming = useAsyncAction(async () => {
    await confirm(offered)
    onDone()
  })
  const unlinking = useAsyncAction(async () => {
    await unlink(offered)
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
      <FormError message={confirming.error ?? unlinking.error} />
      <div className={layout.row2}>
        <Button kind="primary" busy={confirming.busy} onClick={confirming.start}>
          {m.stations_use_result()}
        </Button>
        {!isKiosk && (
          <Button kind="plain" busy={unlinking.busy} onClick={unlinking.start}>
            {m.stations_offer_not_ours()}
          </Button>
        )}
      </div>
    </>
  )
}
