import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { times } from '../labels/number-labels.ts'
import styles from './Rounds.module.css'

/** A game whose result would not count any more. */
export interface LostGame {
  /** 1 for the first */
  round: number
  /** its number in the round */
  group: number
}

/** Returns the games whose results would not count any more, from the error of a call that was refused because of them; null: another error. */
export function readLostGames(error: unknown): LostGame[] | null {
  if (!(error instanceof DdpError) || errorCode(error) !== 'results-would-open') return null
  return (error.details as unknown as { games?: LostGame[] }).games ?? []
}

/** Says which results would not count any more. */
export function LostGames({ games }: { games: readonly LostGame[] }) {
  return (
    <>
      <p>{times(games.length, m.events_bracket_reopens)}</p>
      <List className={layout.stack}>
        {games.map(({ round, group }) => (
          <li key={`${round} ${group}`}>
            <strong>{m.events_bracket_reopens_game({ round, group })}</strong>
          </li>
        ))}
      </List>
      <p>{m.events_bracket_reopens_undo()}</p>
    </>
  )
}

interface ReopensQuestionProps {
  games: readonly LostGame[]
  busy: boolean
  onReopen: () => void
  onKeep: () => void
}

/** Asks whether a result of a bracket shall be another one although results of later games go with it. */
export function ReopensQuestion({ games, busy, onReopen, onKeep }: ReopensQuestionProps) {
  return (
    <div className={cx(layout.stack2, styles.question)} role="alert">
      <LostGames games={games} />
      <div className={cx(layout.row1, styles.acts)}>
        <Button kind="primary" busy={busy} onClick={onReopen}>
          {m.events_bracket_reopens_yes()}
        </Button>
        <Button onClick={onKeep}>{m.events_bracket_reopens_no()}</Button>
      </div>
    </div>
  )
}
