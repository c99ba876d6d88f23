import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { QueuedPlayer } from './add-queue.ts'
import type { SharedTrait } from './candidates.ts'
import { isGuestName } from './name-list.ts'
import styles from './players.module.css'
import type { PlayersToAdd } from './use-add-queue.ts'

interface QueuedPlayersProps {
  players: PlayersToAdd
  /** Returns what a held player shares with another in the event or in the queue. */
  findSharedOf: (held: QueuedPlayer) => SharedTrait | null
  /** Called when a row with the keyboard focus goes. */
  onDecided: () => void
}

/** The players who are being added, and those who were not added, each with the reason and what can be done. */
export function QueuedPlayers({ players: { queue, entries }, findSharedOf, onDecided }: QueuedPlayersProps) {
  const sending = entries.filter(({ state }) => state !== 'held')
  const held = entries.filter(({ state }) => state === 'held')
  const failed = held.filter(({ problem }) => problem?.kind === 'failed')
  const release = (keys: readonly string[]): void => {
    queue.release(keys)
    onDecided()
  }
  return (
    <>
      {sending.length > 0 && (
        <List className={layout.stack1} aria-label={m.events_people_being_added()}>
          {sending.map(({ key, player }) => (
            <li key={key}>
              <span className={cx(layout.anywhere, layout.strong, styles.name)}>{player.displayName}</span>{' '}
              <span className={layout.quiet}>{m.events_people_adding()}</span>
            </li>
          ))}
        </List>
      )}
      <p role="status" className={layout.strong}>
        {held.length > 0 && times(held.length, m.events_people_held)}
      </p>
      {held.length > 0 && (
        <List className={layout.stack4} aria-label={m.events_people_held_list()}>
          {held.map(entry => (
            <HeldPlayer
              key={entry.key}
              entry={entry}
              shared={findSharedOf(entry)}
              onRename={name => queue.rename(entry.key, name)}
              onAdd={() => release([entry.key])}
              onDiscard={() => {
                queue.discard(entry.key)
                onDecided()
              }}
            />
          ))}
        </List>
      )}
      {failed.length > 1 && (
        <div>
          <Button onClick={() => release(failed.map(({ key }) => key))}>{m.events_people_try_all()}</Button>
        </div>
      )}
    </>
  )
}

interface HeldPlayerProps {
  entry: QueuedPlayer
  shared: SharedTrait | null
  onRename: (name: string) => void
  onAdd: () => void
  onDiscard: () => void
}

function HeldPlayer({ entry: { player, problem }, shared, onRename, onAdd, onDiscard }: HeldPlayerProps) {
  const { displayName, userId, personId, ifpaNumber } = player
  const isGuest = userId === undefined && personId === undefined
  const isBad = isGuest && !isGuestName(displayName.trim())
  const duplicate =
    shared === null
      ? undefined
      : shared.kind === 'name'
        ? m.events_people_is_in({ name: displayName })
        : m.events_people_has_number({ name: shared.of })
  const reason = isBad ? m.events_people_name_wrong() : problem?.kind === 'failed' ? problem.reason : duplicate
  const action = problem?.kind === 'failed' ? m.ui_try_again() : shared !== null ? m.events_people_add_anyway() : m.events_people_add()
  return (
    <li className={cx(layout.stack2, styles.held)}>
      {isGuest ? (
        <TextField
          label={m.ui_name()}
          hint={ifpaNumber === undefined ? undefined : `IFPA ${ifpaNumber}`}
          error={reason}
          autoComplete="off"
          value={displayName}
          onChange={({ target }) => onRename(target.value)}
        />
      ) : (
        <div>
          <p className={cx(layout.anywhere, layout.strong, styles.name)}>{displayName}</p>
          <p className={styles.reason}>
            <Icon name="warn" />
            <span>{reason}</span>
          </p>
        </div>
      )}
      <div className={layout.row2}>
        <Button disabled={isBad} aria-label={m.events_people_action_of({ action, name: displayName })} onClick={onAdd}>
          {action}
        </Button>
        <Button kind="plain" aria-label={m.events_people_action_of({ action: m.ui_cancel(), name: displayName })} onClick={onDiscard}>
          {m.ui_cancel()}
        </Button>
      </div>
    </li>
  )
}
