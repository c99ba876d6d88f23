import rounds from '#events/ui/rounds/Rounds.module.css'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { LiveGameList } from './LiveGameList.tsx'
import { LiveMark } from './LiveMark.tsx'
import type { ShownLiveGame } from './use-live-games.ts'

/**
 * The games that are being played, or were a moment ago, at the end of a page, so that nothing moves when the first one begins. What says so
 * stays in sight at the bottom of the window, and leads there. Nothing if there are none.
 */
export function LivePart({ games, names }: { games: readonly ShownLiveGame[]; names: 'machine' | 'venue' }) {
  if (games.length === 0) return null
  const count = games.filter(({ over }) => over === undefined).length
  return (
    <>
      <a className={cx(layout.between, layout.link, layout.strong, rounds.now)} href="#playing">
        {count === 0 ? (
          <LiveMark over={games[0]!.over} />
        ) : (
          <span className={cx(layout.line2, layout.live)}>{m.stations_playing_count({ count, n: plainNumber(count) })}</span>
        )}
      </a>
      <section className={cx(layout.stack2, layout.minor)} aria-labelledby="playing" style={{ order: 1 }}>
        <h2 id="playing">{m.stations_playing()}</h2>
        <LiveGameList games={games} names={names} />
      </section>
    </>
  )
}
