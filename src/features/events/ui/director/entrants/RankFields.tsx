import { useState } from 'react'
import { commas } from '#events/ui/labels/list-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import styles from './seeds.module.css'
import { parsePastedRanks, parseRank } from './seeds.ts'

interface RankFieldsProps {
  entrants: readonly Entrant[]
  /** Returns what an entrant's field holds. */
  getText: (entrant: Entrant) => string
  /** @param changed texts by entrant */
  onChange: (changed: ReadonlyMap<string, string>) => void
}

/** A field for each player's IFPA rank, and one for a list of names with ranks. */
export function RankFields({ entrants, getText, onChange }: RankFieldsProps) {
  const [pasted, setPasted] = useState('')
  const { ranks, unknown } = parsePastedRanks(pasted, entrants)
  const paste = (text: string): void => {
    setPasted(text)
    onChange(new Map([...parsePastedRanks(text, entrants).ranks].map(([id, rank]) => [id, String(rank)])))
  }
  return (
    <>
      <TextArea
        label={m.events_seeds_paste()}
        hint={m.events_seeds_paste_hint()}
        rows={3}
        spellCheck={false}
        value={pasted}
        onChange={({ target }) => paste(target.value)}
      />
      <p role="status" className={styles.found}>
        {pasted.trim() !== '' && times(ranks.size, m.events_seeds_found)}
        {unknown.length > 0 && ` ${m.events_seeds_unknown({ names: commas(unknown) })}`}
      </p>
      <List className={styles.ranks} aria-label={m.ui_players()}>
        {entrants.map(entrant => (
          <li key={entrant._id}>
            <TextField
              label={entrant.displayName}
              inputMode="numeric"
              autoComplete="off"
              value={getText(entrant)}
              {...(parseRank(getText(entrant)) === undefined ? { error: m.events_seeds_wrong() } : {})}
              onChange={({ target }) => onChange(new Map([[entrant._id, target.value]]))}
            />
          </li>
        ))}
      </List>
    </>
  )
}
