import { useState } from 'react'
import { useCall, useDocuments, useLive } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { plainDateTime, plainNumber } from '../../../../platform/ui/plain-format.ts'
import { dateTimeFormat, useLocale } from '../../../../platform/ui/reader.ts'
import { eventsUndo } from '../../contract/attempts.ts'
import { eventsSetMachine } from '../../contract/directing.ts'
import type { EventLogDoc } from '../../contract/documents.ts'
import { eventsLog } from '../../contract/views.ts'
import { isRoundFormat } from '../../rules/format.ts'
import type { Shown } from '../event.ts'
import { logWords } from '../parts/log-words.ts'
import { useEvent } from '../parts/use-event.ts'
import styles from './directing.module.css'
import { Do, Trouble } from './doing.tsx'
import { Row } from './Row.tsx'
import { VoidDialog } from './VoidDialog.tsx'

/** Which machines are in order, and scores of a while that a broken one has spoilt. */
export function MachinesTools({ event, over }: { event: Shown; over: boolean }) {
  const { _id: eventId, format } = event
  const setMachine = useCall(eventsSetMachine)
  const { machines } = useEvent(eventId)
  const [spoilt, setSpoilt] = useState<string | null>(null)
  const voided = machines.find(({ machineId }) => machineId === spoilt)
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={cx(styles.list, styles.machines)} role="list" aria-label="Machines">
        {machines.map(({ machineId, name, active, target }) => (
          <Row
            key={machineId}
            title={name}
            facts={
              <>
                <span className={active ? undefined : styles.broken}>{active ? 'In order' : 'Out of order'}</span>
                {target !== undefined && <span>target {plainNumber(target)}</span>}
              </>
            }
            trouble={<Trouble thing={machineId} />}
          >
            {!over && (
              <Do
                thing={machineId}
                label={`${name}: ${active ? 'out of order' : 'in order again'}`}
                said={`${name} is ${active ? 'out of order' : 'in order again'}.`}
                work={() => setMachine({ eventId, machineId, active: !active })}
              >
                {active ? 'Out of order' : 'In order again'}
              </Do>
            )}
            {!isRoundFormat(format) && (
              <Button kind="plain" className={styles.more} aria-label={`Void scores on ${name}`} onClick={() => setSpoilt(machineId)}>
                Void scores
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {!isRoundFormat(format) && <Voids eventId={eventId} />}
      {voided && <VoidDialog event={event} what={{ machineId: voided.machineId, name: voided.name }} onClose={() => setSpoilt(null)} />}
    </>
  )
}

type Entry = EventLogDoc & { _id: string }

/** Everything that is taken out of the standings, to be given back. */
function Voids({ eventId }: { eventId: string }) {
  const undo = useCall(eventsUndo)
  const locale = useLocale()
  useLive(eventsLog, { eventId })
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
    <section className={styles.section} aria-label="Taken out">
      <h2>Taken out of the standings</h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.list} role="list">
        {entries.map(entry => (
          <Row
            key={entry._id}
            title={logWords({ action: 'voided', what: entry.what }, time).replace(/^took out of the standings: /, '')}
            facts={<span>{entry.by === null ? time(entry.at) : `${time(entry.at)}, by ${entry.by.username}`}</span>}
            trouble={<Trouble thing={entry.voidId!} />}
          >
            <Do
              thing={entry.voidId!}
              label={`Give back ${entry.what}`}
              said="It counts again."
              work={() => undo({ eventId, voidId: entry.voidId! })}
            >
              Undo
            </Do>
          </Row>
        ))}
      </ul>
    </section>
  )
}
