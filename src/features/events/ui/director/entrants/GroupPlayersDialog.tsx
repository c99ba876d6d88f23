import { useState } from 'react'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { isContained, searchText } from '#platform/text/fold.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { toNewPlayer } from './add-queue.ts'
import { CandidateList } from './CandidateList.tsx'
import { chosenPlayers, isChosen, markCandidates } from './candidates.ts'
import type { PlayersToAdd } from './use-add-queue.ts'

/** With more players than this, a search field is shown. */
const SEARCH_THRESHOLD = 20

/**
 * Dialog that adds players whom the group knows: its members with an account, and its people without one. Nobody is ticked at first, because
 * mostly only some of them come; one button ticks them all.
 */
export function GroupPlayersDialog({ players: { queue, taken, group }, onClose }: { players: PlayersToAdd; onClose: () => void }) {
  const { known, state, error } = group
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [typed, setTyped] = useState('')
  const candidates = markCandidates(known.map(toNewPlayer), taken)
  const ticks = new Map(candidates.map(({ key }) => [key, ticked.get(key) ?? false]))
  const chosen = chosenPlayers(candidates, ticks)
  const matching = candidates.filter(({ player }) => isContained(searchText([player.displayName]), typed))
  const free = matching.filter(({ note }) => note === null)
  const areAllTicked = free.length > 0 && free.every(candidate => isChosen(candidate, ticks))
  return (
    <Dialog
      open
      title={m.events_people_add_group()}
      isDirty={chosen.length > 0}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            queue.add(chosen)
            onClose()
          }}
        >
          {chosen.length === 0 ? m.events_people_add_title() : times(chosen.length, m.events_people_add_count)}
        </Button>
      }
    >
      {state === 'failed' && <ErrorState title={m.events_people_group_failed()}>{errorMessage(error)}</ErrorState>}
      {state === 'pending' && known.length === 0 && <Skeleton kind="form" count={3} />}
      {state === 'ready' && known.length === 0 && (
        <EmptyState title={m.events_people_group_nobody()}>{m.events_people_group_nobody_words()}</EmptyState>
      )}
      {known.length > SEARCH_THRESHOLD && (
        <TextField
          label={m.events_people_find()}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {free.length > 1 && (
        <div>
          <Button onClick={() => setTicked(new Map([...ticks, ...free.map(({ key }): [string, boolean] => [key, !areAllTicked])]))}>
            {areAllTicked ? m.events_people_select_none() : times(free.length, m.events_people_select_all)}
          </Button>
        </div>
      )}
      {known.length > 0 && matching.length === 0 && <p className={layout.quiet}>{m.events_people_no_such()}</p>}
      {matching.length > 0 && <CandidateList candidates={matching} ticks={ticks} onTick={setTicked} />}
    </Dialog>
  )
}
