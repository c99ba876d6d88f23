import rounds from '#events/ui/rounds/Rounds.module.css'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { CountingScore } from './CountingScore.tsx'
import { LiveMark } from './LiveMark.tsx'
import type { ShownLiveGame } from './use-live-games.ts'

/** Games that are being played, or were a moment ago: machine, ball, who is up, and the scores as they count up. @param names what each is named by */
export function LiveGameList({ games, names = 'machine' }: { games: readonly ShownLiveGame[]; names?: 'machine' | 'venue' }) {
  return (
    <List className={rounds.groups} data-live-games="">
      {games.map(({ _id, machineId, machineName, venueName, ball, player, scores, over }) => (
        <li key={_id} className={cx(layout.stack1, rounds.card)}>
          <div className={cx(layout.quiet, layout.between)}>
            <LiveMark over={over} />
            <span>{ball === undefined ? '' : m.stations_ball({ n: ball })}</span>
          </div>
          <h3 className={rounds.machine} dir="auto">
            {names === 'venue' ? (
              venueName
            ) : (
              <Link className={layout.link} href={`/machines/${machineId}`}>
                {machineName}
              </Link>
            )}
          </h3>
          <List ordered>
            {scores.map((score, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a player is known by the number alone
              <li key={i} className={cx(layout.line2, rounds.player)}>
                {/* The key makes another element of a name that begins elsewhere, which is no layout shift. */}
                <span
                  key={i + 1 === player ? 'up' : 'waits'}
                  className={cx(entries.grow, layout.oneLine, i + 1 === player ? rounds.entered : layout.muted)}
                >
                  {i + 1 === player && '▸ '}
                  {m.stations_player({ n: i + 1 })}
                  {i + 1 === player && <VisuallyHidden>{` ${m.stations_up()}`}</VisuallyHidden>}
                </span>
                <CountingScore value={score} />
              </li>
            ))}
          </List>
        </li>
      ))}
    </List>
  )
}
