import { useState } from 'react'
import { eventsUndo } from '#events/contract/attempts.ts'
import { eventsDrop, eventsShow } from '#events/contract/rounds.ts'
import { isBracket } from '#events/formats/registry.ts'
import type { RoundRules } from '#events/rules/format-rules.ts'
import { formatRoundStart } from '#events/ui/labels/format-round-start.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { machineName } from '#events/ui/labels/machine-name.ts'
import type { GameOrder } from '#events/ui/results/result-queue.ts'
import { useSendResult } from '#events/ui/results/use-results.ts'
import { GroupResult } from '#events/ui/rounds/GroupResult.tsx'
import { gameArgument, gameTitle, groupNumber, type PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import { MatchGroupCard } from '#events/ui/rounds/MatchGroupCard.tsx'
import { ReportedGameSlot } from '#events/ui/rounds/ReportedGameSlot.tsx'
import { nameWithScore } from '#events/ui/rounds/result-outcomes.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { type Entrant, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useLocale } from '#platform/ui/format/user-format.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionButton, ActionError, useAnnounce } from '../action-area.tsx'
import { VoidDialog } from '../attempts/VoidDialog.tsx'
import styles from '../director.module.css'
import { ArrangeRound } from './ArrangeRound.tsx'
import { stillPlayingLabel } from './draw-readiness.ts'
import { MoveGroup } from './MoveGroup.tsx'
import { useVoidedGames } from './use-voided-games.ts'

const URGENCY: Record<PlayedGroup['state'], number> = { entered: 0, playing: 1, confirmed: 2 }

/** Returns the games that need the director first: those with a result to confirm or to decide, then those that are played, then the others. */
const byUrgency = (groups: readonly PlayedGroup[]): PlayedGroup[] => [...groups].sort((a, b) => URGENCY[a.state] - URGENCY[b.state])

interface RoundAdminProps {
  event: ShownEvent
  round: PlayedRound
  entrants: readonly Entrant[]
  /** left out: the round is not the latest, so that its groups do not change any more */
  rules?: RoundRules
  /** left out: the number of the round; with it, each game is named by its number alone */
  title?: string
  /** true: the draw can be taken back as long as no result counts; left out: so it is but for later rounds of a bracket, which follow from its results */
  mayDrop?: boolean
}

/** One round: its groups, those that need the director first, and what may be done with them. */
export function RoundAdmin({
  event,
  round,
  entrants,
  rules,
  title,
  mayDrop = !isBracket(event.format.kind) || round.number === 1,
}: RoundAdminProps) {
  const { _id: roundId, number, groups } = round
  const heading = title ?? m.events_round({ n: number })
  const eventId = event._id
  const [result, drop, undo, show] = [useSendResult(), useMethod(eventsDrop), useMethod(eventsUndo), useMethod(eventsShow)]
  const voids = useVoidedGames(eventId)
  const announce = useAnnounce()
  const { machines } = useEvent(eventId)
  const locale = useLocale()
  const [openDialog, setOpenDialog] = useState<
    { what: 'result' | 'move' | 'void'; gameKey: string; firstTap?: string } | 'drop' | 'arrange' | null
  >(null)
  const byId = new Map(entrants.map(each => [each._id, each]))
  const getMachineName = (machineId: string): string => machineName(event, machines, machineId)
  const confirm = ({ result: order, places, ...group }: PlayedGroup): Promise<unknown> =>
    result({ eventId, ...gameArgument(group), order: order!, ...(places === undefined ? {} : { places }) })
  const stillPlaying = stillPlayingLabel(groups)
  const entered = groups.filter(({ state, contested }) => state === 'entered' && contested === undefined)
  // Rounds are played before the planned start too, and results are corrected after the end.
  const isOngoing = event.state === 'live' || event.state === 'upcoming'
  const isOpen = event.state !== 'cancelled'
  // Nobody has seen a round that is held back, so nobody has played it.
  const takesResults = isOpen && round.held !== true
  const openGroup = typeof openDialog === 'object' ? groups.find(({ _id }) => _id === openDialog?.gameKey) : undefined
  const close = (): void => setOpenDialog(null)
  return (
    <section className={cx(layout.stack3, layout.minor)} aria-label={heading}>
      <div className={cx(layout.between, styles.between)}>
        <h2>{heading}</h2>
        {stillPlaying !== null && <p className={layout.quiet}>{stillPlaying}</p>}
        <div className={cx(layout.row2, styles.actions)}>
          {isOpen && entered.length > 1 && (
            <ActionButton
              subjectId={roundId}
              kind="primary"
              doneMessage={m.events_confirmed_all({ count: entered.length, n: entered.length })}
              action={async () => {
                let last: unknown
                for (const group of entered) last = await confirm(group)
                return last
              }}
            >
              {m.events_confirm_all()}
            </ActionButton>
          )}
        </div>
      </div>
      {round.held && (
        <Notice
          kind="info"
          title={m.events_held_title()}
          action={
            <ActionButton
              subjectId={roundId}
              kind="primary"
              doneMessage={m.events_held_shown({ n: number })}
              action={() => show({ eventId, roundId })}
            >
              {m.events_held_show()}
            </ActionButton>
          }
        >
          {m.events_held_words()}
        </Notice>
      )}
      {round.startsAt !== undefined && <p>{m.events_round_starts({ time: formatRoundStart(round.startsAt, event.timeZone, locale) })}</p>}
      <ActionError subjectId={roundId} />
      <List className={styles.groups}>
        {byUrgency(groups).map(group => (
          <MatchGroupCard
            key={group._id}
            event={event}
            group={group}
            machineName={getMachineName(group.machineId)}
            entrants={byId}
            title={title === undefined ? undefined : m.events_game_n({ n: group.number })}
            onTap={takesResults ? firstTap => setOpenDialog({ what: 'result', gameKey: group._id, firstTap }) : undefined}
          >
            {isOpen && (
              <>
                {group.contested?.map(({ entrantId, ...entry }) => (
                  <ContestedEntry key={entrantId} group={group} entry={entry} by={entrantId} entrants={byId} />
                ))}
                {group.state === 'entered' && group.contested === undefined && (
                  <ActionButton
                    subjectId={group._id}
                    kind="primary"
                    label={m.events_confirm_of({ n: groupNumber(group) })}
                    doneMessage={m.events_confirmed_of({ n: groupNumber(group) })}
                    action={() => confirm(group)}
                  >
                    {m.events_result_confirm()}
                  </ActionButton>
                )}
                {takesResults && (
                  <Button
                    kind={group.state === 'playing' ? 'quiet' : 'plain'}
                    className={group.state === 'playing' ? undefined : styles.more}
                    aria-label={(group.state === 'playing' ? m.events_group_enter_of : m.events_group_correct_of)({
                      n: groupNumber(group),
                    })}
                    onClick={() => setOpenDialog({ what: 'result', gameKey: group._id })}
                  >
                    {group.state === 'playing' ? m.events_result_enter() : m.events_result_edit()}
                  </Button>
                )}
                {isOngoing && group.state !== 'confirmed' && (
                  <Button
                    kind={group.machineId === '' && event.machineDraw === 'manual' ? 'quiet' : 'plain'}
                    className={styles.more}
                    aria-label={(group.machineId === '' ? m.events_move_choose_of : m.events_group_move_of)({ n: groupNumber(group) })}
                    onClick={() => setOpenDialog({ what: 'move', gameKey: group._id })}
                  >
                    {group.machineId === '' ? m.events_move_choose() : m.events_move_group()}
                  </Button>
                )}
                {group.state === 'confirmed' && (
                  <Button
                    kind="plain"
                    className={styles.more}
                    aria-label={m.events_void_game_of({ n: groupNumber(group) })}
                    onClick={() => setOpenDialog({ what: 'void', gameKey: group._id })}
                  >
                    {m.events_void_game()}
                  </Button>
                )}
                {group.state === 'playing' && voids.has(group._id) && (
                  <ActionButton
                    subjectId={group._id}
                    kind="quiet"
                    label={m.events_void_game_undo_of({ n: groupNumber(group) })}
                    doneMessage={m.events_counts_again()}
                    action={() => undo({ eventId, voidId: voids.get(group._id)! })}
                  >
                    {m.events_void_game_undo()}
                  </ActionButton>
                )}
                {/* It comes when a game ends, so the buttons before it stay where they are. */}
                {takesResults && <ReportedGameSlot group={group} entrants={byId} isOfficial />}
                <ActionError subjectId={group._id} />
              </>
            )}
          </MatchGroupCard>
        ))}
      </List>
      <div className={cx(layout.row2, styles.actions)}>
        {isOngoing && rules !== undefined && (
          <Button kind="plain" onClick={() => setOpenDialog('arrange')}>
            {m.events_arrange()}
          </Button>
        )}
        {isOngoing && mayDrop && groups.every(({ state }) => state !== 'confirmed') && (
          <Button kind="plain" onClick={() => setOpenDialog('drop')}>
            {m.events_drop()}
          </Button>
        )}
      </div>
      {openDialog === 'drop' && (
        <ConfirmDialog
          title={m.events_drop_title({ n: number })}
          confirmLabel={m.events_drop()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await drop({ eventId, roundId })
            announce(m.events_drop_done({ n: number }))
          }}
          onClose={close}
        >
          <p>{m.events_drop_words()}</p>
        </ConfirmDialog>
      )}
      {openDialog === 'arrange' && rules !== undefined && (
        <ArrangeRound round={round} rules={rules} entrants={entrants} getMachineName={getMachineName} onClose={close} />
      )}
      {openGroup && typeof openDialog === 'object' && openDialog?.what === 'result' && (
        <GroupResult
          format={event.format}
          group={openGroup}
          machineName={getMachineName(openGroup.machineId)}
          entrants={byId}
          isOfficial
          agreement={event.agreement ?? 'director'}
          firstTap={openDialog.firstTap}
          onClose={close}
        />
      )}
      {openGroup && typeof openDialog === 'object' && openDialog?.what === 'move' && (
        <MoveGroup event={event} group={openGroup} round={round} machines={machines} mayAdd onClose={close} />
      )}
      {openGroup && typeof openDialog === 'object' && openDialog?.what === 'void' && (
        <VoidDialog
          event={event}
          target={{
            ...gameArgument(openGroup),
            name: commas([gameTitle(openGroup), getMachineName(openGroup.machineId)]),
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface ContestedEntryProps {
  group: PlayedGroup
  entry: GameOrder
  /** id of the entrant who entered it */
  by: string
  entrants: ReadonlyMap<string, Entrant>
}

/** One of the results that the players of a group have entered, which contradict each other. */
function ContestedEntry({ group, entry, by, entrants }: ContestedEntryProps) {
  const { order, places, scores } = entry
  const send = useSendResult()
  const getName = (id: string): string => entrants.get(id)?.displayName ?? m.ui_a_player()
  return (
    <div>
      <p>{order.map((id, i) => `${places?.[i] ?? i + 1}. ${nameWithScore(getName(id), scores?.[i])}`).join(', ')}</p>
      <ActionButton
        subjectId={group._id}
        doneMessage={m.events_confirmed_of({ n: groupNumber(group) })}
        action={() => send({ eventId: group.eventId, ...gameArgument(group), ...entry })}
      >
        {m.events_agreement_use({ name: getName(by) })}
      </ActionButton>
    </div>
  )
}
