import { eventsExport } from '#events/contract/publications.ts'
import type { EventGrade, TgpWarning } from '#events/rules/tgp/grade-event.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from '../director.module.css'
import { download } from './download-file.ts'

function warningLabel(warning: TgpWarning): string {
  switch (warning.kind) {
    case 'needs-finals':
      return m.events_ifpa_needs_finals()
    case 'byes':
      return m.events_ifpa_byes()
    case 'own-grading':
      return m.events_ifpa_own_grading()
    case 'open-games':
      return m.events_ifpa_open_games({ count: warning.games, n: warning.games })
    case 'under-half':
      return m.events_ifpa_under_half({ names: joinNames(warning.names) })
    case 'same-ifpa-number':
      return m.events_ifpa_same_number({ names: joinNames(warning.names) })
  }
}

/** Dialog with how IFPA would grade the event, what to know before, and the file to send there. */
export function IfpaResults({ event: { _id: eventId }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { result, error } = useMethodResult(eventsExport, { eventId, as: 'ifpa' })
  return (
    <Dialog open title={m.events_ifpa_title()} onClose={onClose}>
      <FormError message={error} />
      {result === null && error === null && <Skeleton kind="form" count={2} />}
      {result?.grade !== undefined && <Grade grade={result.grade} />}
      {result !== null && (
        <Button kind="primary" wide onClick={() => download(result)}>
          {m.events_ifpa_download()}
        </Button>
      )}
    </Dialog>
  )
}

function Grade({ grade: { rules, percent, games, promised, stages, warnings } }: { grade: EventGrade }) {
  return (
    <>
      {percent !== null && games !== null && (
        <p>
          <strong>{m.events_ifpa_percent({ n: decimal(percent) })}</strong> {m.events_ifpa_games({ n: decimal(games), rules })}
        </p>
      )}
      {stages !== undefined && (
        <p>
          {m.events_ifpa_stages({ qualifying: decimal(stages.qualifying), finals: decimal(stages.finals), most: decimal(stages.most) })}
        </p>
      )}
      {promised !== undefined && <p>{m.events_ifpa_promised({ percent: decimal(promised.percent), n: decimal(promised.games) })}</p>}
      {warnings.length > 0 && (
        <ul className={styles.points}>
          {warnings.map(warningLabel).map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className={layout.quiet}>{m.events_ifpa_words()}</p>
    </>
  )
}
