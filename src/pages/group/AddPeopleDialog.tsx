import { useMemo, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { findKnownPlayer, indexKnownPlayers } from '#events/rules/known-players.ts'
import { listKnownPlayers } from '#events/ui/director/entrants/match-known.ts'
import { isGuestName, readNameList } from '#events/ui/director/entrants/name-list.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { groupsAddPeople } from '#groups/contract.ts'
import type { GroupPerson } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { fieldProblems, fieldProblemText } from '#platform/live/field-problems.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'

/** `groups.addPeople` takes at most this many. */
const BATCH_SIZE = 200

interface NewPerson {
  _id: string
  name: string
  ifpaNumber: string | null
}

interface AddPeopleDialogProps {
  groupId: string
  people: readonly GroupPerson[]
  /** called with what was done, as a sentence */
  onDone: (sentence: string) => void
  onClose: () => void
}

/** Puts people on the group's list: one name or many, as they are typed or pasted. Who is on the list already is named and left out. */
export function AddPeopleDialog({ groupId, people, onDone, onClose }: AddPeopleDialogProps) {
  const addPeople = useMethod(groupsAddPeople)
  const [list, setList] = useState('')
  /** why the server takes one of the names for somebody else's; null: it has refused none */
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What was sent last. The same text is sent again under the same ids, so that an attempt whose answer was lost adds nobody twice. */
  const lastRequest = useRef<{ list: string; entries: NewPerson[] } | null>(null)
  const known = useMemo(() => indexKnownPlayers(listKnownPlayers(people, [])), [people])
  const typed = readNameList(list).players
  // What may be no name at all, such as a heading, is named and left out.
  const bad = typed.filter(({ displayName, isDoubtful }) => isDoubtful === true || !isGuestName(displayName))
  const there = typed.filter(each => findKnownPlayer(each, known) !== null)
  const added = typed.filter(each => !bad.includes(each) && !there.includes(each))
  const { busy, error, start } = useAsyncAction(async () => {
    setRefusal(null)
    if (lastRequest.current?.list !== list) {
      const entries = added.map(({ displayName: name, ifpaNumber = null }) => ({ _id: v7(), name, ifpaNumber }))
      lastRequest.current = { list, entries }
    }
    const { entries } = lastRequest.current
    for (let first = 0; first < entries.length; first += BATCH_SIZE) {
      const batch = entries.slice(first, first + BATCH_SIZE)
      await addPeople({ groupId, people: batch }).catch((cause: unknown) => {
        setRefusal(describeRefusal(cause, batch))
        throw cause
      })
    }
    onDone(m.groups_people_added({ count: entries.length, n: plainNumber(entries.length) }))
    onClose()
  })
  return (
    <Dialog
      open
      title={m.groups_people_add()}
      isDirty={list.trim() !== ''}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} disabled={added.length === 0} onClick={start}>
          {added.length === 0 ? m.groups_people_add() : m.groups_people_add_count({ count: added.length, n: plainNumber(added.length) })}
        </Button>
      }
    >
      <TextArea
        label={m.events_people_list_names()}
        hint={m.events_people_list_hint()}
        rows={6}
        spellCheck={false}
        value={list}
        error={bad.length === 0 ? undefined : m.groups_people_bad_names({ names: commas(bad.map(({ displayName }) => displayName)) })}
        onChange={({ target }) => setList(target.value)}
      />
      {there.length > 0 && (
        <p className={layout.quiet} role="status">
          {m.groups_people_there({ names: commas(there.map(({ displayName }) => displayName)) })}
        </p>
      )}
      <FormError message={error === null ? null : (refusal ?? error)} />
    </Dialog>
  )
}

/** Names whom a refusal is about. Nobody of a list is added then. */
function describeRefusal(error: unknown, people: readonly NewPerson[]): string | null {
  const [problem] = fieldProblems(error)
  const index = /^people\.(\d+)\./.exec(problem?.path ?? '')?.[1]
  const person = index === undefined ? undefined : people[Number(index)]
  return problem === undefined || person === undefined
    ? null
    : m.groups_people_refused({ name: person.name, reason: fieldProblemText(problem) })
}
