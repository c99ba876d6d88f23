import { commas } from '#events/ui/labels/list-labels.ts'
import { machineName } from '#events/ui/labels/machine-name.ts'
import type { PlayedGroup } from '#events/ui/rounds/games-of-group.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from '../director.module.css'

/** Names the games that are without a result that counts: their machines, rounds and players. */
export function OpenGames({ event, games }: { event: ShownEvent; games: readonly PlayedGroup[] }) {
  const { machines } = useEvent(event._id)
  const names = new Map(useEntrants(event._id).map(({ _id, displayName }) => [_id, displayName]))
  return (
    <div className={cx(layout.stack3, layout.minor)}>
      <p className={layout.strong}>{m.events_state_end_missing({ count: games.length, n: games.length })}</p>
      <List className={styles.unconfirmed}>
        {games.map(({ _id, round, machineId, entrantIds, state }) => (
          <li key={_id}>
            <span className={cx(layout.strong, styles.title)}>{machineName(event, machines, machineId)}</span>{' '}
            {(state === 'entered' ? m.events_state_end_entered : m.events_state_end_group)({
              round,
              names: commas(entrantIds.map(id => m.events_list_name({ name: names.get(id) ?? m.events_some_player_inside() }))),
            })}
          </li>
        ))}
      </List>
    </div>
  )
}
