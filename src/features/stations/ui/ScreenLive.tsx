import type { PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import { PageMarks } from '#events/ui/screen/PageMarks.tsx'
import { dividePages } from '#events/ui/screen/pages.ts'
import screen from '#events/ui/screen/screen.module.css'
import { useIsPortrait, useRotatingPage } from '#events/ui/screen/use-pages.ts'
import type { RoundNames } from '#events/ui/screen/use-round-names.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { stationsPlaying } from '../contract/live-games.ts'
import { playersOfLiveGame } from '../rules/live-players.ts'
import { CountingScore } from './CountingScore.tsx'
import { LiveMark } from './LiveMark.tsx'
import { type ShownLiveGame, useLiveGames } from './use-live-games.ts'

/** What is drawn in an event whose groups play in an order: the games of its latest rounds, and their players' names. */
interface DrawnGames {
  games: readonly PlayedGroup[]
  names: RoundNames
}

/** How many games a big screen shows at the same time; an upright one has less room below its standings. */
const GAMES_ON_PAGE = { wide: 2, upright: 1 }

/**
 * The games that are being played on the machines of an event at its venue, or were a moment ago, in large type for the big screen, in pages
 * that turn. Nothing if there are none. @param drawn left out: nothing says who plays
 */
export function ScreenLive({ event: { state, venueId, machineIds }, drawn }: { event: ShownEvent; drawn?: DrawnGames | undefined }) {
  const isOpen = state === 'live' && venueId !== undefined
  useSubscription(stationsPlaying, isOpen ? { venueId } : null)
  const games = useLiveGames(
    game => isOpen && game.venueId === venueId && machineIds.includes(game.machineId),
    [isOpen, venueId, machineIds],
  )
  const pages = dividePages(games, useIsPortrait() ? GAMES_ON_PAGE.upright : GAMES_ON_PAGE.wide)
  const shown = useRotatingPage(pages.length)
  if (games.length === 0) return null
  // All cards are as high as the highest, and have room for four, so that nothing moves when pages turn or players join.
  const most = Math.max(4, ...games.map(({ scores }) => scores.length))
  return (
    <section className={screen.side} aria-labelledby="playing">
      <div className={layout.between}>
        <h2 id="playing" className={cx(screen.heading, layout.line2, layout.live)}>
          {m.stations_playing()}
        </h2>
        <PageMarks shown={shown} count={pages.length} />
      </div>
      <List className={cx(layout.stack, screen.cards)}>
        {pages[shown]!.map(game => (
          <li key={game._id} className={screen.card}>
            <div className={layout.line2}>
              <strong className={cx(entries.grow, layout.oneLine, screen.machine)}>{game.machineName}</strong>
              <span key={game.over ?? game.ball} className={layout.muted}>
                {game.over !== undefined ? <LiveMark over={game.over} /> : game.ball === undefined ? '' : m.stations_ball({ n: game.ball })}
              </span>
            </div>
            <Players game={game} most={most} drawn={drawn} />
          </li>
        ))}
      </List>
    </section>
  )
}

/** The scores of a game, with room for `most`. Each has a name before it if it is known who plays, otherwise a number. */
function Players({ game, most, drawn }: { game: ShownLiveGame; most: number; drawn: DrawnGames | undefined }) {
  const playing = drawn === undefined ? null : playersOfLiveGame(game, drawn.games)
  return (
    <ol className={screen.players}>
      {Array.from({ length: most }, (_, i) => {
        const score = game.scores[i]
        const isUp = i + 1 === game.player
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a player is known by the number alone
          <li key={i} className={cx(layout.line2, screen.words)} aria-hidden={score === undefined || undefined}>
            {score === undefined ? (
              '\u00a0'
            ) : (
              <>
                {/* The key makes another element of a name that begins elsewhere, which is no layout shift. */}
                <span key={isUp ? 'up' : 'waits'} className={cx(entries.grow, layout.oneLine, isUp ? screen.machine : layout.muted)}>
                  {isUp && <span aria-hidden="true">▸ </span>}
                  {playing === null ? (
                    <>
                      <span aria-hidden="true">{i + 1}</span>
                      <VisuallyHidden>{m.stations_player({ n: i + 1 })}</VisuallyHidden>
                    </>
                  ) : (
                    drawn!.names.player(playing[i]!)
                  )}
                  {isUp && <VisuallyHidden> {m.stations_up()}</VisuallyHidden>}
                </span>
                <CountingScore value={score} size="text" />
              </>
            )}
          </li>
        )
      })}
    </ol>
  )
}
