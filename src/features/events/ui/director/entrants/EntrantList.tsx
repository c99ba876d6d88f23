import { use, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { eventsPresence } from '#events/contract/entrants.ts'
import { PRESENCES } from '#events/rules/presence.ts'
import { DeviceKeyContext, useScorekeeperMethod } from '#events/ui/device/device-key.ts'
import { nthPlace, times } from '#events/ui/labels/number-labels.ts'
import { seedLabel } from '#events/ui/labels/seed-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { isContained, searchText } from '#platform/text/fold.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { listSharedIfpaNumbers } from '#players/rules/ifpa-number.ts'
import { AdminRow } from '../AdminRow.tsx'
import { ActionButton, ActionError } from '../action-area.tsx'
import styles from '../director.module.css'
import { AddPlayers } from './AddPlayers.tsx'
import { CheckInCode } from './CheckInCode.tsx'
import { EntrantDialog } from './EntrantDialog.tsx'
import { PRESENCE_LABELS } from './presence-labels.ts'
import { SeedsDialog } from './SeedsDialog.tsx'
import { useHasDraft } from './use-add-queue.ts'

/** With more entrants than this, a search field is shown. */
const SEARCH_THRESHOLD = 8

/** `events.presence` takes at most this many entrants. */
const MAX_CHECKED_IN = 200

interface EntrantListProps {
  event: ShownEvent
  entrants: readonly Entrant[]
  isOver: boolean
  /** false: the user is a scorekeeper, who checks players in and enters scores */
  isDirector: boolean
}

/**
 * The entrants with their presence, tools to add players, and a dialog with more actions for each entrant. On a phone the form for new players
 * is behind a button, because on the day of the event its director needs the list; before there is anybody to list, it is open.
 */
export function EntrantList({ event, entrants, isOver, isDirector }: EntrantListProps) {
  const isDevice = use(DeviceKeyContext) !== null
  const presence = useScorekeeperMethod(eventsPresence)
  const [typed, setTyped] = useState('')
  const [showsCode, setShowsCode] = useState(false)
  const [showsSeeds, setShowsSeeds] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const hasDraft = useHasDraft(event._id)
  /** whether a phone shows the form for new players; wider screens always do */
  const [showsForm, setShowsForm] = useState(entrants.length === 0 || hasDraft)
  const formId = useId()
  /** the ticked entrants; null: none can be ticked */
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const eventId = event._id
  const placed = entrants.filter(each => each.waiting === undefined)
  const expected = placed.filter(each => each.presence === 'expected')
  const counts = PRESENCES.map(each => [each, placed.filter(entrant => entrant.presence === each).length] as const)
  const matching = entrants.filter(({ displayName }) => isContained(searchText([displayName]), typed))
  const sharers = new Map(
    listSharedIfpaNumbers(entrants).flatMap(shared =>
      shared.map(one => [one._id, shared.filter(other => other !== one).map(other => other.displayName)] as const),
    ),
  )
  const openEntrant = entrants.find(({ _id }) => _id === openId)
  const tickedIds = entrants.flatMap(({ _id }) => (ticked?.has(_id) ? [_id] : []))
  const checkIn = async (ids: readonly string[]): Promise<void> => {
    for (let start = 0; start < ids.length; start += MAX_CHECKED_IN)
      await presence({ eventId, entrantIds: ids.slice(start, start + MAX_CHECKED_IN), presence: 'here' })
  }
  const tick = (id: string, isTicked: boolean): void => {
    const ids = new Set(ticked)
    if (isTicked) ids.add(id)
    else ids.delete(id)
    setTicked(ids)
  }
  return (
    <>
      <div className={cx(layout.between, styles.between)}>
        <p>
          {entrants.length === 0
            ? m.events_people_nobody()
            : counts
                .filter(([, count]) => count > 0)
                .map(([each, count]) => m.events_people_count({ presence: each, n: count }))
                .concat(placed.length < entrants.length ? m.events_waiting_count({ n: entrants.length - placed.length }) : [])
                .join(' · ')}
        </p>
        {!isOver && ticked === null && (
          <div className={cx(layout.row2, styles.actions)}>
            {isDirector && (
              <Button
                className={styles.opener}
                aria-expanded={showsForm}
                aria-controls={formId}
                onClick={() => {
                  flushSync(() => setShowsForm(!showsForm))
                  if (!showsForm) document.getElementById(formId)?.querySelector('input')?.focus()
                }}
              >
                <Icon name="plus" />
                {m.events_people_add_title()}
              </Button>
            )}
            {!isDevice && <Button onClick={() => setShowsCode(true)}>{m.events_check_in_code()}</Button>}
            {isDirector && event.seeding !== undefined && placed.length > 1 && (
              <Button onClick={() => setShowsSeeds(true)}>{m.events_seeds_set()}</Button>
            )}
            {expected.length > 1 && <Button onClick={() => setTicked(new Set())}>{m.events_people_select()}</Button>}
            {expected.length > 0 && (
              <ActionButton
                subjectId="all"
                action={() => checkIn(expected.map(({ _id }) => _id))}
                doneMessage={m.events_people_all_in({ count: expected.length, n: expected.length })}
              >
                {m.events_people_check_all()}
              </ActionButton>
            )}
          </div>
        )}
        {!isOver && ticked !== null && (
          <div className={cx(layout.row2, styles.actions)}>
            <ActionButton
              subjectId="all"
              kind="primary"
              disabled={tickedIds.length === 0}
              action={async () => {
                await checkIn(tickedIds)
                setTicked(null)
              }}
              doneMessage={m.events_people_all_in({ count: tickedIds.length, n: tickedIds.length })}
            >
              {times(tickedIds.length, m.events_people_check_selected)}
            </ActionButton>
            <Button onClick={() => setTicked(null)}>{m.ui_cancel()}</Button>
          </div>
        )}
      </div>
      <ActionError subjectId="all" />
      {isDirector && (
        <AddPlayers
          event={event}
          entrants={entrants}
          isOver={isOver}
          formId={formId}
          isOpen={showsForm}
          onOpen={() => setShowsForm(true)}
        />
      )}
      {entrants.length > SEARCH_THRESHOLD && (
        <TextField
          label={m.events_people_find()}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {matching.length === 0 && entrants.length > 0 && <p className={layout.quiet}>{m.events_people_no_such()}</p>}
      <List className={styles.people} aria-label={m.ui_players()}>
        {matching.map(({ _id, displayName, userId, avatar, ifpaNumber, presence: now, seed, waiting }) => {
          const { label, nextPresence, action, doneMessage } = PRESENCE_LABELS[now]
          const sameNumberAs = sharers.get(_id)
          return (
            <AdminRow
              key={_id}
              lead={
                <>
                  {ticked !== null && !isOver && (
                    <label className={styles.tick}>
                      <input type="checkbox" checked={ticked.has(_id)} onChange={({ target }) => tick(_id, target.checked)} />
                      <VisuallyHidden>{m.events_people_select_one({ name: displayName })}</VisuallyHidden>
                    </label>
                  )}
                  <Avatar name={displayName} picture={avatar} />
                </>
              }
              title={displayName}
              facts={
                <>
                  <span className={styles[now]}>{waiting === undefined ? label() : m.events_waiting(nthPlace(waiting))}</span>
                  {userId === undefined && <span>{m.events_people_guest()}</span>}
                  {seed !== undefined && event.seeding !== undefined && <span>{seedLabel(event.seeding, seed)}</span>}
                  {ifpaNumber !== undefined && <span>IFPA {ifpaNumber}</span>}
                  {sameNumberAs !== undefined && (
                    <span className={styles.pending}>{m.events_people_same_number({ names: joinNames(sameNumberAs) })}</span>
                  )}
                </>
              }
              error={<ActionError subjectId={_id} />}
            >
              {!isOver && ticked === null && (
                <ActionButton
                  subjectId={_id}
                  kind={now === 'expected' ? 'primary' : 'quiet'}
                  label={m.events_people_action_of({ action: action(), name: displayName })}
                  doneMessage={doneMessage({ name: displayName })}
                  action={() => presence({ eventId, entrantId: _id, presence: nextPresence })}
                >
                  {action()}
                </ActionButton>
              )}
              <Button
                kind="plain"
                className={styles.more}
                aria-label={m.events_people_more_about({ name: displayName })}
                onClick={() => setOpenId(_id)}
              >
                {m.ui_more()}
              </Button>
            </AdminRow>
          )
        })}
      </List>
      {showsSeeds && <SeedsDialog event={event} entrants={placed} onClose={() => setShowsSeeds(false)} />}
      {showsCode && <CheckInCode event={event} onClose={() => setShowsCode(false)} />}
      {openEntrant && (
        <EntrantDialog
          event={event}
          entrant={openEntrant}
          entrants={entrants}
          isOver={isOver}
          isDirector={isDirector}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  )
}
