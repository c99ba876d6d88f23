import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { stationsGames } from '#stations/contract/reported-games.ts'
import { useReportedGames } from '#stations/ui/use-reported-games.ts'
import { ReportedGameItem } from './ReportedGameItem.tsx'

/** How many games the server sends. */
const MAX_GAMES = 50

/** The latest games that were reported at a venue. Those that somebody has to decide come first. */
export function GamesPanel({ venueId }: { venueId: string }) {
  const live = useSubscription(stationsGames, { venueId })
  const games = useReportedGames(game => game.venueId === venueId, [venueId]).slice(0, MAX_GAMES)
  const isContested = ({ plays }: (typeof games)[number]): boolean => plays.some(({ contestedBy }) => contestedBy !== undefined)
  const sorted = [...games.filter(isContested), ...games.filter(game => !isContested(game))]
  return (
    <Panel title={m.stations_games()}>
      {live.state === 'pending' && games.length === 0 && <Skeleton kind="board-row" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.stations_games_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && games.length === 0 && <p className={layout.muted}>{m.stations_games_none()}</p>}
      {games.length > 0 && (
        <List>
          {sorted.map(game => (
            <ReportedGameItem key={game._id} game={game} />
          ))}
        </List>
      )}
    </Panel>
  )
}
