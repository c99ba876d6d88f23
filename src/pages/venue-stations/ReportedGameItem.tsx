import { useState } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { type ReportedPlay, stationsDecide, stationsDismiss } from '#stations/contract/reported-games.ts'
import { DOUBT_LABELS, playLabel } from '#stations/ui/report-labels.ts'
import type { ShownReportedGame } from '#stations/ui/use-reported-games.ts'

/** One reported game: who has claimed what, what is contested, and what of it was used. */
export function ReportedGameItem({ game }: { game: ShownReportedGame }) {
  const { _id: reportedGameId, venueId, machineName, endedAt, plays, doubts, eventId, used } = game
  const dismiss = useMethod(stationsDismiss)
  const [isAsking, setAsking] = useState(false)
  const isFree = used !== true && plays.every(({ by }) => by === undefined)
  return (
    <li className={cx(layout.stack2, entries.entry)}>
      <div className={layout.between}>
        <h3>{machineName}</h3>
        <span className={layout.quiet}>
          <TimeAgo at={endedAt} />
        </span>
      </div>
      {doubts.length > 0 && <p className={layout.quiet}>{doubts.map(doubt => DOUBT_LABELS[doubt]()).join(' · ')}</p>}
      {eventId !== undefined && (
        <p className={layout.quiet}>
          <Link href={`/events/${eventId}`}>{used === true ? m.stations_used_in_event() : m.stations_for_event()}</Link>
        </p>
      )}
      <List className={layout.stack1}>
        {plays.map(play => (
          <Play key={play.play} game={game} play={play} />
        ))}
      </List>
      {isFree && (
        <div>
          <Button kind="plain" aria-label={`${m.stations_dismiss()}: ${machineName}`} onClick={() => setAsking(true)}>
            {m.stations_dismiss()}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={m.stations_dismiss_title()}
          confirmLabel={m.stations_dismiss()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await dismiss({ venueId, reportedGameId }))}
          onClose={() => setAsking(false)}
        >
          <p>{m.stations_dismiss_words()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function Play({ game, play }: { game: ShownReportedGame; play: ReportedPlay }) {
  const { play: n, by, contestedBy } = play
  return (
    <li className={layout.stack1}>
      <div className={cx(layout.between, layout.row3)}>
        <span className={cx(layout.stack, layout.anywhere)}>
          <span>{playLabel(play)}</span>
          {by !== undefined && (
            <span className={layout.quiet}>
              {renderMessage(m.stations_claimed_by({ name: by.displayName }), {
                who: name => <PlayerLink username={by.username}>{name}</PlayerLink>,
              })}
            </span>
          )}
        </span>
        <ScoreValue value={play.score} size="row" />
      </div>
      {by !== undefined && contestedBy !== undefined && <Contest game={game} n={n} sides={[by, contestedBy]} />}
    </li>
  )
}

/** The question whose a score is that two players claim. */
function Contest({ game, n, sides }: { game: ShownReportedGame; n: number; sides: readonly NonNullable<ReportedPlay['by']>[] }) {
  const decide = useMethod(stationsDecide)
  const { busy, error, run } = useAsyncWork()
  const give = (userId: string): Promise<void> => run(() => decide({ venueId: game.venueId, reportedGameId: game._id, play: n, userId }))
  return (
    <Notice
      kind="info"
      title={m.stations_decide()}
      action={
        <div className={layout.row2}>
          {sides.map(({ userId, displayName }) => (
            <Button key={userId} busy={busy} onClick={() => void give(userId)}>
              {m.stations_decide_for({ name: displayName })}
            </Button>
          ))}
        </div>
      }
    >
      <FormError message={error} />
    </Notice>
  )
}
