import { useState } from 'react'
import { commas } from '#events/ui/labels/list-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { CandidateList } from './CandidateList.tsx'
import { chosenPlayers, markCandidates } from './candidates.ts'
import { type NameListReading, readNameList } from './name-list.ts'
import type { PlayersToAdd } from './use-add-queue.ts'

/** Says which columns of a table were read, by what its header calls them, or by their numbers. */
function readingText({ table }: NameListReading): string {
  if (table === null) return m.events_people_list_as_list()
  const { columns, header, hasOthers } = table
  const label = (place: number): string =>
    header === null ? plainNumber(place + 1) : m.events_people_list_column({ column: (header[place] ?? '').trim() })
  const name = commas(columns.name.map(label))
  const sentence =
    columns.ifpaNumber === null
      ? m.events_people_list_as_names({ name })
      : m.events_people_list_as_table({ name, number: label(columns.ifpaNumber) })
  return hasOthers ? `${sentence} ${m.events_people_list_others()}` : sentence
}

/** Dialog for a list of names, with a preview, and with how it was read. What was typed stays until it is added. */
export function NameListDialog({ players: { queue, draft, taken, identify }, onClose }: { players: PlayersToAdd; onClose: () => void }) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const reading = readNameList(draft.list)
  const candidates = markCandidates(identify(reading.players), taken)
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
      <p role="status" className={layout.quiet}>
        {draft.list.trim() !== '' && readingText(reading)}
      </p>
      {candidates.length > 0 && <CandidateList candidates={candidates} ticks={ticks} onTick={setTicks} />}
    </Dialog>
  )
}
