import { useState } from 'react'
import * as m from '#messages'
import { useDocuments, useMethod, useSubscription } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { plainDateTime, plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { dateTimeFormat, useLocale } from '../../../../platform/ui/format/user-format.ts'
import { eventsSetMachine } from '../../contract/admin.ts'
import { eventsUndo } from '../../contract/attempts.ts'
import type { EventLogDoc } from '../../contract/documents.ts'
import { eventsLog } from '../../contract/publications.ts'
import { scoreRules } from '../../formats/registry.ts'
import { logSubjectLabel } from '../labels/log-labels.ts'
import type { ShownEvent } from '../types.ts'
import { useEvent } from '../use-event.ts'
import { AdminRow } from './AdminRow.tsx'
import { ActionButton, ActionError } from './action-area.tsx'
import styles from './directing.module.css'
import { VoidDialog } from './VoidDialog.tsx'

/** The machines with buttons to mark them out of order and to void the scores of a time window, and the list of voids. */
export function MachinesTools({ event, over }: { event: ShownEvent; over: boolean }) {
  const { _id: eventId, format } = event
  const setMachine = useMethod(eventsSetMachine)
  const { machines } = useEvent(eventId)
  const [spoilt, setSpoilt] = useState<string | null>(null)
  const voided = machines.find(({ machineId }) => machineId === spoilt)
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={cx(styles.list, styles.machines)} role="list" aria-label={m.events_machines()}>
        {machines.map(({ machineId, name, active, target }) => (
          <AdminRow
            key={machineId}
            title={name}
            facts={
              <>
                <span className={active ? undefined : styles.broken}>
                  {active ? m.events_machines_in_order() : m.events_machines_broken()}
                </span>
                {target !== undefined && <span>{m.events_machines_target({ target: plainNumber(target) })}</span>}
              </>
            }
            trouble={<ActionError thing={machineId} />}
          >
            {!over && (
              <ActionButton
                thing={machineId}
                label={active ? m.events_machines_break_it({ machine: name }) : m.events_machines_mend_it({ machine: name })}
                said={active ? m.events_machines_is_broken({ machine: name }) : m.events_machines_is_mended({ machine: name })}
                work={() => setMachine({ eventId, machineId, active: !active })}
              >
                {active ? m.events_machines_break() : m.events_machines_mend()}
              </ActionButton>
            )}
            {scoreRules(format) !== null && (
              <Button
                kind="plain"
                className={styles.more}
                aria-label={m.events_machines_void_on({ machine: name })}
                onClick={() => setSpoilt(machineId)}
              >
                {m.events_machines_void()}
              </Button>
            )}
          </AdminRow>
        ))}
      </ul>
      {scoreRules(format) !== null && <Voids eventId={eventId} />}
      {voided && <VoidDialog event={event} what={{ machineId: voided.machineId, name: voided.name }} onClose={() => setSpoilt(null)} />}
    </>
  )
}

type Entry = EventLogDoc & { _id: string }

/** All voids that are in effect, each with a button to undo it. */
function Voids({ eventId }: { eventId: string }) {
  const undo = useMethod(eventsUndo)
  const locale = useLocale()
  useSubscription(eventsLog, { eventId })
  const entries = useDocuments<EventLogDoc, Entry[]>(
    'eventLog',
    documents =>
      documents
        .filter(each => each.eventId === eventId && each.action === 'voided' && each.voidId !== undefined && !each.undone)
        .sort((a, b) => b.at.getTime() - a.at.getTime()),
    [eventId],
  )
  const time = (at: Date): string => (locale === null ? plainDateTime(at) : dateTimeFormat(locale).format(at))
  if (entries.length === 0) return null
  return (
    <section className={styles.section} aria-label={m.events_voids()}>
      <h2>{m.events_voids_title()}</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.list} role="list">
        {entries.map(entry => (
          <AdminRow
            key={entry._id}
            title={logSubjectLabel(entry.what, time)}
            facts={<span>{entry.by === null ? time(entry.at) : m.events_voids_by({ time: time(entry.at), name: entry.by.username })}</span>}
            trouble={<ActionError thing={entry.voidId!} />}
          >
            <ActionButton
              thing={entry.voidId!}
              label={m.events_voids_give_back({ what: entry.what })}
              said={m.events_counts_again()}
              work={() => undo({ eventId, voidId: entry.voidId! })}
            >
              {m.events_undo()}
            </ActionButton>
          </AdminRow>
        ))}
      </ul>
    </section>
  )
}
