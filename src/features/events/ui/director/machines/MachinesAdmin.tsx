import { useState } from 'react'
import { eventsEdit } from '#events/contract/admin.ts'
import { eventsUndo } from '#events/contract/attempts.ts'
import type { EventLogDoc } from '#events/contract/documents.ts'
import type { EventInput } from '#events/contract/event-fields.ts'
import { eventsLog } from '#events/contract/publications.ts'
import { drawsEachRound, hasMachineOptions, isPlayedInRounds, removeMachineOptions, scoreRules } from '#events/formats/registry.ts'
import { logSubjectLabel, subjectText } from '#events/ui/labels/log-labels.ts'
import { currentGames } from '#events/ui/rounds/games-of-group.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminRow } from '../AdminRow.tsx'
import { ActionButton, ActionError, useAnnounce } from '../action-area.tsx'
import { VoidDialog } from '../attempts/VoidDialog.tsx'
import styles from '../director.module.css'
import { MoveGroup } from '../rounds/MoveGroup.tsx'
import { EventMachinePicker } from './EventMachinePicker.tsx'
import { MachineAdminRow } from './MachineAdminRow.tsx'

/** The machines with buttons to mark them out of order and to void the scores of a time window, and the list of voids. */
export function MachinesAdmin({ event, isOver }: { event: ShownEvent; isOver: boolean }) {
  const { _id: eventId, format } = event
  const edit = useMethod(eventsEdit)
  const announce = useAnnounce()
  const { machines } = useEvent(eventId)
  const [voidMachineId, setVoidMachineId] = useState<string | null>(null)
  const [removedId, setRemovedId] = useState<string | null>(null)
  const machineToRemove = machines.find(({ machineId }) => machineId === removedId)
  const { rounds } = useRounds(isPlayedInRounds(format.kind) ? eventId : null)
  const [latest] = rounds
  // Where the director draws once, games of several rounds are played at once.
  const groups = drawsEachRound(format.kind) ? (latest?.groups ?? []) : rounds.flatMap(round => round.groups)
  const openGames = currentGames(groups).filter(({ state }) => state !== 'confirmed')
  const [movedId, setMovedId] = useState<string | null>(null)
  const gameToMove = openGames.find(({ _id }) => _id === movedId)
  const machineToVoid = machines.find(({ machineId }) => machineId === voidMachineId)
  return (
    <>
      <List className={cx(layout.stack, styles.machines)} aria-label={m.ui_machines()}>
        {machines.map(machine => (
          <MachineAdminRow
            key={machine.machineId}
            machine={machine}
            isOver={isOver}
            games={isOver ? [] : openGames.filter(game => game.machineId === machine.machineId)}
            onMove={setMovedId}
            onRemove={!isOver && machine.active && machines.length > 1 ? () => setRemovedId(machine.machineId) : undefined}
            onVoid={scoreRules(format) === null ? undefined : () => setVoidMachineId(machine.machineId)}
          />
        ))}
      </List>
      {!isOver && <AddMachine event={event} />}
      {scoreRules(format) !== null && <Voids eventId={eventId} />}
      {machineToRemove && (
        <ConfirmDialog
          title={m.events_machines_remove_title({ machine: machineToRemove.name })}
          confirmLabel={m.events_machines_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            const { machineId, name } = machineToRemove
            await edit({ eventId, ...withoutMachine(event, machineId) })
            announce(m.events_pick_removed({ machine: name }))
          }}
          onClose={() => setRemovedId(null)}
        >
          <p>{m.events_machines_remove_words()}</p>
        </ConfirmDialog>
      )}
      {gameToMove && latest && (
        <MoveGroup
          event={event}
          group={gameToMove}
          round={{ ...latest, groups }}
          machines={machines}
          mayAdd
          onClose={() => setMovedId(null)}
        />
      )}
      {machineToVoid && (
        <VoidDialog
          event={event}
          target={{ machineId: machineToVoid.machineId, name: machineToVoid.name }}
          onClose={() => setVoidMachineId(null)}
        />
      )}
    </>
  )
}

/** Returns the event's machines without one of them, and its format without the options of that machine. */
function withoutMachine({ machineIds, format }: ShownEvent, machineId: string): Pick<EventInput, 'machineIds'> & Partial<EventInput> {
  const left = machineIds.filter(each => each !== machineId)
  const withoutOptions = removeMachineOptions(format, machineId)
  return withoutOptions === format ? { machineIds: left } : { machineIds: left, format: withoutOptions }
}

/** Adds a machine to the event, also while it is being played. */
function AddMachine({ event: { _id: eventId, machineIds, format } }: { event: ShownEvent }) {
  const edit = useMethod(eventsEdit)
  const announce = useAnnounce()
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(null)
  const form = useForm({
    initial: { machineId: '' },
    check: () => ({ machineId: picked === null ? m.ui_machine_missing() : undefined }),
    send: async () => {
      const { id, name } = picked!
      if (!machineIds.includes(id)) await edit({ eventId, machineIds: [...machineIds, id] })
      setPicked(null)
      form.set('machineId', '')
      announce(m.events_pick_added({ machine: name, n: machineIds.length + 1 }))
    },
  })
  return (
    <div className={cx(layout.stack3, styles.picker)}>
      <FormBody form={form} action={m.ui_add_machine()} kind="quiet">
        <EventMachinePicker
          label={m.ui_add_machine()}
          excluded={machineIds}
          picked={picked}
          error={form.field('machineId').error}
          onPick={machine => {
            setPicked(machine)
            form.set('machineId', machine?.id ?? '')
          }}
        />
      </FormBody>
      {hasMachineOptions(format.kind) && (
        <p className={layout.quiet}>
          {m.events_pick_no_target()} <Link href={`/events/${eventId}/edit`}>{m.events_machines_set_target()}</Link>
        </p>
      )}
    </div>
  )
}

type Entry = EventLogDoc & { _id: string }

/** All voids that are in effect, each with a button to undo it. */
function Voids({ eventId }: { eventId: string }) {
  const undo = useMethod(eventsUndo)
  const { dateTime } = useFormats()
  useSubscription(eventsLog, { eventId })
  const entries = useDocuments<EventLogDoc, Entry[]>(
    'eventLog',
    documents =>
      documents
        .filter(each => each.eventId === eventId && each.action === 'voided' && each.voidId !== undefined && !each.undone)
        .sort((a, b) => b.at.getTime() - a.at.getTime()),
    [eventId],
  )
  if (entries.length === 0) return null
  return (
    <section className={cx(layout.stack3, layout.minor)} aria-label={m.events_voided()}>
      <h2>{m.events_voids_title()}</h2>
      <List className={layout.stack}>
        {entries.map(entry => (
          <AdminRow
            key={entry._id}
            title={logSubjectLabel(entry, dateTime)}
            facts={
              <span>
                {entry.by === null ? dateTime(entry.at) : m.events_voids_by({ time: dateTime(entry.at), name: entry.by.username })}
              </span>
            }
            error={<ActionError subjectId={entry.voidId!} />}
          >
            <ActionButton
              subjectId={entry.voidId!}
              label={m.events_voids_give_back({ what: subjectText(entry, dateTime) })}
              doneMessage={m.events_counts_again()}
              action={() => undo({ eventId, voidId: entry.voidId! })}
            >
              {m.ui_undo()}
            </ActionButton>
          </AdminRow>
        ))}
      </List>
    </section>
  )
}
