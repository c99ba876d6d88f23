import type { ReactNode } from 'react'
import rounds from '#events/ui/rounds/Rounds.module.css'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { ReportedPlay } from '#stations/contract/reported-games.ts'
import { playLabel } from '#stations/ui/report-labels.ts'
import type { ShownReportedGame } from '#stations/ui/use-reported-games.ts'

/** What the user can do with a play. @param play 1 for the first */
export interface PlayActions {
  busy: boolean
  /** true: the user has just claimed a play, which can be undone above */
  hasClaimed: boolean
  /** null: nobody is signed in */
  userId: string | null
  onClaim: (game: ShownReportedGame, play: number) => void
  onUndo: (game: ShownReportedGame, play: number) => void
  onContest: (game: ShownReportedGame, play: number) => void
}

/**
 * A game that has just ended: each of its scores is a button as long as nobody has claimed it.
 * @param isOpen false: the user can claim none of it, because it is for others, or was used; it then says for which event
 * @param note what has come of the user's last action in it
 */
export function ClaimableGame({
  game,
  isOpen,
  actions,
  note,
}: {
  game: ShownReportedGame
  isOpen: boolean
  actions: PlayActions
  note: ReactNode
}) {
  return (
    <li>
      <div className={layout.stack2}>
        <h2 className={layout.quiet}>{renderMessage(m.stations_ended(), { ago: () => <TimeAgo at={game.endedAt} /> })}</h2>
        {!isOpen && (
          <p className={layout.quiet}>
            <Link href={`/events/${game.eventId}`}>{game.used === true ? m.stations_used_in_event() : m.stations_for_event()}</Link>
          </p>
        )}
        <List className={layout.stack2}>
          {game.plays.map(play => (
            <li key={play.play}>
              {play.by !== undefined ? (
                <ClaimedPlay game={game} isOpen={isOpen} play={play} by={play.by} actions={actions} />
              ) : isOpen ? (
                <Button wide busy={actions.busy} onClick={() => actions.onClaim(game, play.play)}>
                  <span className={rounds.name}>{playLabel(play)}</span>
                  <ScoreValue value={play.score} />
                </Button>
              ) : (
                <div className={cx(layout.between, entries.entry)}>
                  <span className={layout.anywhere}>{playLabel(play)}</span>
                  <ScoreValue value={play.score} size="row" />
                </div>
              )}
            </li>
          ))}
        </List>
        {note}
      </div>
    </li>
  )
}

function ClaimedPlay({
  game,
  isOpen,
  play,
  by,
  actions,
}: {
  game: ShownReportedGame
  isOpen: boolean
  play: ReportedPlay
  by: NonNullable<ReportedPlay['by']>
  actions: PlayActions
}) {
  const { userId } = actions
  const isContested = play.contestedBy !== undefined
  return (
    <div className={cx(layout.between, entries.entry)}>
      <span className={cx(layout.stack, layout.anywhere)}>
        <ScoreValue value={play.score} size="row" />
        <span className={layout.quiet}>
          {by.userId === userId
            ? m.stations_yours()
            : renderMessage(m.stations_claimed_by({ name: by.displayName }), {
                who: name => <PlayerLink username={by.username}>{name}</PlayerLink>,
              })}
          {isContested && ` · ${play.contestedBy!.userId === userId ? m.stations_contested_own() : m.stations_contested()}`}
        </span>
      </span>
      {by.userId === userId
        ? !actions.hasClaimed &&
          // The score of a group's result belongs to the result.
          game.used !== true && (
            <Button busy={actions.busy} onClick={() => actions.onUndo(game, play.play)}>
              {m.ui_undo()}
            </Button>
          )
        : userId !== null &&
          isOpen &&
          !isContested && (
            <Button kind="plain" busy={actions.busy} onClick={() => actions.onContest(game, play.play)}>
              {m.stations_contest()}
            </Button>
          )}
    </div>
  )
}
