import { commas } from '#events/ui/labels/list-labels.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type Candidate, isChosen } from './candidates.ts'
import styles from './players.module.css'

/** Returns what is said of a candidate; empty: nothing. */
function noteLabel({ note, sameNumberAs = '' }: Candidate): string {
  switch (note) {
    case 'in':
      return m.events_people_note_in()
    case 'same-name':
      return m.events_people_note_same_name()
    case 'same-number':
      return m.events_people_same_number({ names: sameNumberAs })
    case 'twice':
      return m.events_people_note_twice()
    case 'bad-name':
      return m.events_people_name_wrong()
    case 'doubtful':
      return m.events_people_note_doubtful()
    case null:
      return ''
  }
}

/** The players who can be added together, each with a tick. */
export function CandidateList({
  candidates,
  ticks,
  onTick,
}: {
  candidates: readonly Candidate[]
  ticks: ReadonlyMap<string, boolean>
  onTick: (ticks: ReadonlyMap<string, boolean>) => void
}) {
  return (
    <List className={styles.candidates} aria-label={m.events_people_preview()}>
      {candidates.map(candidate => {
        const { key, player, note, canBeAdded } = candidate
        const facts = commas([
          player.personId !== undefined && m.events_people_of_group(),
          player.ifpaNumber !== undefined && `IFPA ${player.ifpaNumber}`,
          noteLabel(candidate),
        ])
        const name = <span className={cx(layout.anywhere, layout.strong, styles.name)}>{player.displayName}</span>
        return (
          <li key={key} className={note === null ? undefined : styles.noted}>
            {canBeAdded ? (
              <Checkbox
                label={name}
                hint={facts === '' ? undefined : facts}
                checked={isChosen(candidate, ticks)}
                onChange={isTicked => onTick(new Map(ticks).set(key, isTicked))}
              />
            ) : (
              <p className={cx(layout.row, styles.fixed)}>
                {name} <span className={layout.quiet}>{facts}</span>
              </p>
            )}
          </li>
        )
      })}
    </List>
  )
}
