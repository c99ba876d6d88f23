import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { commas } from '#events/ui/labels/list-labels.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { isContained } from '#platform/text/fold.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { isIfpaNumber } from '#players/ui/ifpa-number.ts'
import { usePlayerSearch } from '#players/ui/use-player-search.ts'
import styles from '../director.module.css'
import { type NewPlayer, toNewPlayer } from './add-queue.ts'
import { findShared, isPlayerTaken, listTaken } from './candidates.ts'
import { EarlierEventDialog } from './EarlierEventDialog.tsx'
import { GroupPlayersDialog } from './GroupPlayersDialog.tsx'
import type { KnownPlayer } from './match-known.ts'
import { NameListDialog } from './NameListDialog.tsx'
import { isGuestName, isNameList, readNameList } from './name-list.ts'
import fieldStyles from './players.module.css'
import { QueuedPlayers } from './QueuedPlayers.tsx'
import { useAddQueue } from './use-add-queue.ts'

interface AddPlayersProps {
  event: ShownEvent
  entrants: readonly Entrant[]
  isOver: boolean
  /** id of the part that a phone shows on demand */
  formId: string
  isOpen: boolean
  /** called before the form gets the focus */
  onOpen: () => void
}

/** How many of those whom the group knows are suggested for a name. */
const MAX_SUGGESTED = 5

/**
 * Adds players to an event: a guest by typing a name, a registered player or one whom the group knows from the suggestions, a list of names,
 * players of the group, or those of an earlier event. The field is empty as soon as a name is entered; names are sent one after the other in
 * the background. Once the event is over, only the players who could not be added are shown. What a phone hides keeps what was typed.
 */
export function AddPlayers({ event, entrants, isOver, formId, isOpen, onOpen }: AddPlayersProps) {
  const [keepsGuests, setKeepsGuests] = useState(true)
  const players = useAddQueue(event, entrants, keepsGuests)
  const { queue, draft, entries, added, taken, identify } = players
  const { known } = players.group
  const [dialog, setDialog] = useState<'list' | 'group' | 'earlier' | null>(null)
  const [problems, setProblems] = useState<{ name?: string; ifpaNumber?: string }>({})
  const [note, setNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { found } = usePlayerSearch(draft.name)
  const suggestedKnown =
    draft.name.trim() === '' ? [] : known.filter(({ search }) => isContained(search, draft.name)).slice(0, MAX_SUGGESTED)
  const suggestions = found.filter(({ userId }) => !suggestedKnown.some(each => each.userId === userId))
  const focus = (field: 'name' | 'ifpaNumber'): void => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()

  const openList = (text: string): void => {
    queue.changeDraft({ list: draft.list.trim() === '' ? text : `${draft.list.trimEnd()}\n${text}` })
    setDialog('list')
  }
  const changeName = (name: string): void => {
    queue.changeDraft({ name })
    setProblems(({ name: _, ...others }) => others)
    setNote('')
  }
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    if (isNameList(draft.name)) {
      queue.changeDraft({ name: '' })
      openList(draft.name)
      return
    }
    const [typed] = readNameList(draft.name).players
    // Only a number after a comma is taken for an IFPA number here; there is a field for it.
    const afterComma = /[,;]/.test(draft.name) ? typed : undefined
    const displayName = afterComma?.displayName ?? draft.name.trim()
    const ifpaNumber = draft.ifpaNumber.trim() || (afterComma?.ifpaNumber ?? '')
    const name = displayName === '' ? m.ui_name_missing() : isGuestName(displayName) ? undefined : m.events_people_name_wrong()
    const number = isIfpaNumber(ifpaNumber) ? undefined : m.players_ifpa_wrong()
    setProblems({ ...(name === undefined ? {} : { name }), ...(number === undefined ? {} : { ifpaNumber: number }) })
    focus(name === undefined && number !== undefined ? 'ifpaNumber' : 'name')
    if (name !== undefined || number !== undefined) return
    const guest = { displayName, ...(ifpaNumber === '' ? {} : { ifpaNumber }) }
    const [identified] = identify([guest])
    setNote('')
    queue.changeDraft({ name: '', ifpaNumber: '' })
    // The known player of this name is in the event already, so that this may be another of the same name.
    addOrHold(identified === undefined || isPlayerTaken(identified, taken) ? guest : identified)
  }
  /** Adds a player, or asks first if there is one of the same name or IFPA number. */
  const addOrHold = (player: NewPlayer): void => {
    if (findShared(player, taken) !== null) queue.hold(player)
    else queue.add([player])
  }
  const pick = (id: string): void => {
    const player = [...suggestedKnown, ...suggestions].find(each => optionId(each) === id)
    if (player === undefined) return
    const { displayName } = player
    const newPlayer = 'key' in player ? toNewPlayer(player) : { userId: player.userId, displayName }
    if (isPlayerTaken(newPlayer, taken)) {
      setNote(m.events_people_is_in({ name: displayName }))
      return
    }
    queue.changeDraft({ name: '' })
    addOrHold(newPlayer)
  }
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text')
    if (!isNameList(text)) return
    event.preventDefault()
    openList(text)
  }
  const [first] = added
  const addedText =
    first === undefined || entries.some(({ state }) => state === 'sending')
      ? ''
      : added.length === 1
        ? m.events_people_added({ name: first.displayName })
        : times(added.length, m.events_people_added_count)
  const status = note || (draft.name === '' ? addedText : '')
  if (isOver && entries.length === 0) return null
  return (
    <section
      className={cx(layout.stack3, layout.minor, !isOpen && entries.length === 0 && status === '' && fieldStyles.closed)}
      aria-labelledby="add-players"
    >
      <h2 id="add-players" className={fieldStyles.heading}>
        {m.events_people_add_title()}
      </h2>
      {!isOver && (
        <form
          ref={form}
          id={formId}
          className={cx(layout.stack3, layout.minor, !isOpen && fieldStyles.closed)}
          noValidate
          onSubmit={submit}
        >
          <div className={fieldStyles.fields}>
            <Combobox
              label={m.events_people_name()}
              hint={m.events_people_add_hint()}
              name="name"
              enterKeyHint="done"
              noResultsText={null}
              value={draft.name}
              options={[
                ...suggestedKnown.map(each => ({
                  id: optionId(each),
                  name: each.displayName,
                  detail: isPlayerTaken(toNewPlayer(each), taken) ? m.events_people_note_in() : describeKnown(each),
                })),
                ...suggestions.map(each => ({
                  id: optionId(each),
                  name: each.displayName,
                  detail: taken.userIds.has(each.userId) ? m.events_people_note_in() : each.username,
                })),
              ]}
              error={problems.name}
              onTextChange={changeName}
              onPick={({ id }) => pick(id)}
              onPaste={paste}
            />
            <TextField
              label={m.ui_ifpa_number()}
              name="ifpaNumber"
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
              dir="ltr"
              error={problems.ifpaNumber}
              value={draft.ifpaNumber}
              onChange={({ target }) => {
                queue.changeDraft({ ifpaNumber: target.value })
                setProblems(({ ifpaNumber: _, ...others }) => others)
              }}
            />
            <div className={fieldStyles.add}>
              <Button type="submit">{m.events_people_add()}</Button>
            </div>
          </div>
          {event.groupId !== undefined && (
            <Checkbox label={m.events_people_keep()} hint={m.events_people_keep_hint()} checked={keepsGuests} onChange={setKeepsGuests} />
          )}
        </form>
      )}
      {!isOver && <p role="status">{status}</p>}
      <QueuedPlayers
        players={players}
        findSharedOf={held => {
          const others = entries.filter(entry => entry !== held).map(({ player }) => player)
          return findShared(held.player, listTaken(entrants, others))
        }}
        onDecided={() => {
          flushSync(onOpen)
          focus('name')
        }}
      />
      {!isOver && (
        <div className={cx(layout.row2, styles.actions, !isOpen && fieldStyles.closed)}>
          {event.groupId !== undefined && <Button onClick={() => setDialog('group')}>{m.events_people_add_group()}</Button>}
          <Button onClick={() => setDialog('list')}>{m.events_people_add_list()}</Button>
          <Button onClick={() => setDialog('earlier')}>{m.events_people_add_earlier()}</Button>
        </div>
      )}
      {dialog === 'list' && <NameListDialog players={players} onClose={() => setDialog(null)} />}
      {dialog === 'group' && <GroupPlayersDialog players={players} onClose={() => setDialog(null)} />}
      {dialog === 'earlier' && <EarlierEventDialog event={event} players={players} onClose={() => setDialog(null)} />}
    </section>
  )
}

/** The id of a suggestion. Players without an account have none of a user. */
const optionId = (player: { key: string } | { userId: string }): string => ('key' in player ? `known ${player.key}` : player.userId)

/** What tells a player whom the group knows from others of the same name. */
const describeKnown = ({ username, ifpaNumber, note = '' }: KnownPlayer): string =>
  commas([username ?? m.events_people_of_group(), ifpaNumber !== undefined && `IFPA ${ifpaNumber}`, note])
