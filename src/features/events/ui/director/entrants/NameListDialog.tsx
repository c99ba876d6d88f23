import { useState } from 'react'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { CandidateList } from './CandidateList.tsx'
import { chosenPlayers, markCandidates } from './candidates.ts'
import { parseNameList } from './name-list.ts'
import type { PlayersToAdd } from './use-add-queue.ts'

/** Dialog for a list of names, with a preview. What was typed stays until it is added. */
export function NameListDialog({ players: { queue, draft, taken }, onClose }: { players: PlayersToAdd; onClose: () => void }) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const candidates = markCandidates(parseNameList(draft.list), taken)
  const chosen = chosenPlayers(candidates, ticks)
  const add = (): void => {
    queue.add(chosen)
    queue.changeDraft({ list: '' })
    onClose()
  }
  return (
    <Dialog
      open
      title={m.events_people_add_list()}
      isDirty={false}
      onClose={onClose}
      actions={
        <Button kind="primary" disabled={chosen.length === 0} onClick={add}>
          {chosen.length === 0 ? m.events_people_add_title() : times(chosen.length, m.events_people_add_count)}
        </Button>
      }
    >
      <TextArea
        label={m.events_people_list_names()}
        hint={m.events_people_list_hint()}
        rows={4}
        spellCheck={false}
        value={draft.list}
        onChange={({ target }) => queue.changeDraft({ list: target.value })}
      />
      {candidates.length > 0 && <CandidateList candidates={candidates} ticks={ticks} onTick={setTicks} />}
    </Dialog>
  )
}
